//! Published counts and outcomes of games that are won, drawn or lost, each with its source.

use foregone::explore::explore;
use foregone::games::{find, kxk::Ending};
use foregone::graph::components;
use foregone::judge::nim::Nimber;
use foregone::nimber::nimbers;
use foregone::query::Form;
use foregone::session::{self, Solved};
use foregone::solve::{Options, solve_in_order};
use foregone::tally::{Tally, tally};
use foregone::{Grade, Limits, Objective, Player, Quiet, Rational, StateId, Verdict};

fn solved(game: &str, given: &[&str], at: &[&str]) -> Solved {
    let game = find(game).unwrap().build(given).unwrap();
    session::solve(game, at, &Options::default(), &Limits::default(), &Quiet).unwrap()
}

/// The number of positions, the start's grade, and all counts.
fn counted(game: &str, given: &[&str]) -> (usize, Grade, Tally) {
    let solved = solved(game, given, &[]);
    let start = solved.explored.starts()[0];
    let (lower, upper) = solved.checked.solution().bounds.grades(start).unwrap();
    assert_eq!(lower, upper);
    (solved.checked.arena().states(), lower, tally(&solved).unwrap())
}

#[test]
fn tic_tac_toe() {
    // 5478 positions, 765 up to symmetry; of the ends X wins 626, O 316, 16 are drawn.
    let (states, start, tally) = counted("tic-tac-toe", &[]);
    assert_eq!((states, start, tally.orbits), (5478, Grade::DRAW, 765));
    assert_eq!((tally.over.won, tally.over.lost, tally.over.drawn), (626, 316, 16));
    assert_eq!(counted("tic-tac-toe", &["misere=true"]).1, Grade::DRAW);
    // Lines of play: 255,168 games.
    let solved = solved("tic-tac-toe", &[], &[]);
    let arena = solved.checked.arena();
    // States are in solving order: successors first.
    let mut games = vec![0_u64; arena.states()];
    for state in arena.ids() {
        let after = arena.successors(state).iter().map(|&to| games[to as usize]).sum();
        games[state.index()] = if arena.player(state).is_none() { 1 } else { after };
    }
    assert_eq!(games[solved.explored.starts()[0].index()], 255_168);
}

#[test]
fn connect_four_of_four_by_four() {
    // Tromp, John's Connect Four Playground.
    let (states, start, _) = counted("connect-four", &[]);
    assert_eq!((states, start), (161_029, Grade::DRAW));
}

#[test]
#[ignore = "takes seconds"]
fn connect_four_of_twenty_places() {
    // Tromp, John's Connect Four Playground.
    assert_eq!(counted("connect-four", &["width=5"]).0, 3_945_711);
    assert_eq!(counted("connect-four", &["height=5"]).0, 1_706_255);
}

#[test]
fn dodgem() {
    // Winning Ways, chapter 22: whoever begins wins; 1963 positions.
    let (states, start, tally) = counted("dodgem", &[]);
    assert_eq!((states, start.verdict()), (1963, Verdict::Won));
    assert_eq!(tally.over.undecided, 0);
}

/// All legal positions, grouped by whose turn it is, with their grades.
fn ending(game: &Ending) -> [Vec<(Grade, bool)>; 2] {
    let positions = game.positions();
    let explored = explore(game, &positions, &Limits::default(), &Quiet).unwrap();
    let objective = Objective::outcome();
    let found = components(&explored.arena, &objective);
    let explored = explored.renumbered(&found.order);
    let starts = explored.starts.clone();
    let arena = std::sync::Arc::new(explored.arena);
    let (found, options) = (found.renumbered(), Options::default());
    let checked = solve_in_order(arena, objective, &found, &options, &Quiet).unwrap();
    let mut all = [Vec::new(), Vec::new()];
    for (position, state) in positions.iter().zip(starts) {
        let over = checked.arena().player(state).is_none();
        let grade = checked.solution().bounds.grades(state).unwrap().0;
        all[usize::from(position.who)].push((grade, over));
    }
    all
}

#[test]
fn king_and_rook_against_king() {
    // Known since Ströhlein (1970): mate in 16 at most; the counts are from an independent
    // computation on all placings of the three pieces.
    let [white, black] = ending(&Ending::rook());
    assert_eq!((white.len(), black.len()), (175_168, 223_944));
    let lost = black.iter().filter(|(grade, _)| grade.verdict() == Verdict::Won).count();
    assert_eq!((lost, black.len() - lost), (201_700, 22_244));
    let mates = black.iter().filter(|&&(grade, over)| over && grade == Grade::WON).count();
    let stalemates = black.iter().filter(|&&(grade, over)| over && grade == Grade::DRAW).count();
    assert_eq!((mates, stalemates), (216, 68));
    let longest = white.iter().filter_map(|(grade, _)| grade.distance()).max();
    let at_longest = white.iter().filter(|(grade, _)| grade.distance() == Some(31)).count();
    assert_eq!((longest, at_longest), (Some(31), 916));
    assert_eq!(black.iter().filter_map(|(grade, _)| grade.distance()).max(), Some(32));
    assert!(white.iter().all(|(grade, _)| grade.verdict() == Verdict::Won));
}

#[test]
#[ignore = "takes seconds"]
fn king_and_queen_against_king() {
    // Mate in 10 at most.
    let [white, _] = ending(&Ending::queen());
    assert_eq!(white.iter().filter_map(|(grade, _)| grade.distance()).max(), Some(19));
}

#[test]
fn domineering() {
    // The table of outcomes in Wikipedia's article, rows by columns: N for whoever begins, P for
    // the other, V and H for that side.
    for (rows, columns, expected) in [
        (1, 1, 'P'),
        (2, 2, 'N'),
        (2, 3, 'N'),
        (2, 4, 'H'),
        (2, 5, 'V'),
        (3, 3, 'N'),
        (3, 4, 'H'),
        (3, 5, 'H'),
        (4, 4, 'N'),
    ] {
        assert_eq!(outcome_class(rows, columns), expected, "{rows} by {columns}");
    }
}

#[test]
#[ignore = "takes seconds"]
fn large_domineering() {
    assert_eq!(outcome_class(4, 5), 'V');
    assert_eq!(outcome_class(5, 5), 'P');
}

fn outcome_class(rows: u32, columns: u32) -> char {
    let given = [format!("rows={rows}"), format!("cols={columns}")];
    let game = find("domineering").unwrap().build(&given).unwrap();
    let board = game.starts()[0].replace(",who=V", "").replace("board=", "");
    let at = [format!("{board} V"), format!("{board} H")];
    let at: Vec<&str> = at.iter().map(String::as_str).collect();
    let limits = Limits::default();
    let solved = session::solve(game, &at, &Options::default(), &limits, &Quiet).unwrap();
    let wins = |at: usize| {
        let start = solved.explored.starts()[at];
        solved.checked.solution().bounds.rational(start).0 == Rational::ONE
    };
    match (wins(0), wins(1)) {
        (true, true) => 'V',
        (false, false) => 'H',
        (true, false) => 'N',
        (false, true) => 'P',
    }
}

/// The nimber of the start.
fn nimber(game: &str, given: &[&str]) -> Nimber {
    let game = find(game).unwrap().build(given).unwrap();
    let explored = game.explore(&[], &Limits::default(), &Quiet).unwrap();
    assert!(explored.impartial());
    nimbers(explored.arena()).unwrap().at(explored.starts()[0])
}

#[test]
fn cram() {
    // Winning Ways, chapter 15.
    for (rows, columns, expected) in
        [(2, 2, 0), (2, 3, 1), (2, 4, 0), (2, 5, 1), (3, 3, 0), (3, 4, 1), (1, 5, 0)]
    {
        let given = [format!("rows={rows}"), format!("cols={columns}")];
        let given: Vec<&str> = given.iter().map(String::as_str).collect();
        assert_eq!(nimber("cram", &given), Nimber::Number(expected), "{rows} by {columns}");
    }
    assert_eq!(nimber("cram", &[]), Nimber::Number(0));
}

#[test]
#[ignore = "takes seconds"]
fn large_cram() {
    assert_eq!(nimber("cram", &["rows=3", "cols=5"]), Nimber::Number(1));
}

#[test]
fn wythoff() {
    // Wythoff 1907: the lost positions up to 30.
    let pairs = [
        (0, 0),
        (1, 2),
        (3, 5),
        (4, 7),
        (6, 10),
        (8, 13),
        (9, 15),
        (11, 18),
        (12, 20),
        (14, 23),
        (16, 26),
        (17, 28),
        (19, 31),
        (21, 34),
        (22, 36),
        (24, 39),
        (25, 41),
        (27, 44),
        (29, 47),
        (30, 49),
    ];
    let solved = solved("wythoff", &["a=30", "b=49"], &[]);
    for (a, b) in (0..=30).flat_map(|a| (a..=49).map(move |b| (a, b))) {
        let state = solved.explored.find(&format!("{a}/{b}")).unwrap();
        let Some(state) = state else { continue };
        if solved.checked.arena().player(state).is_some_and(|player| player != Player(0)) {
            continue;
        }
        let lost = solved.checked.solution().bounds.grades(state).unwrap().0 < Grade::DRAW;
        assert_eq!(lost, pairs.contains(&(a, b)), "{a} {b}");
    }
}

#[test]
fn nim_with_a_pass() {
    // Independent computation: nimbers of one heap with the pass, and lost pairs.
    for (heap, expected) in (1..).zip([2, 1, 4, 3, 6, 5, 8, 7, 10, 9]) {
        let heap = format!("heaps={heap}");
        assert_eq!(nimber("nim", &[&heap, "pass=true"]), Nimber::Number(expected), "{heap}");
    }
    let lost = [(0, 0), (1, 2), (3, 4), (5, 6), (7, 8)];
    let solved = solved("nim", &["heaps=8/8", "pass=true"], &[]);
    for (a, b) in (0..=8).flat_map(|a| (a..=8).map(move |b| (a, b))) {
        let state = solved.explored.find(&format!("{a}/{b}p")).unwrap();
        let Some(state) = state else { continue };
        let grade = solved.checked.solution().bounds.grades(state).unwrap().0;
        assert_eq!(grade < Grade::DRAW, lost.contains(&(a, b)), "{a} {b}");
    }
}

#[test]
fn three_heaps_with_a_pass() {
    // Independent computation: the lost positions with heaps from 1 to 7 and the pass unused.
    let solved = solved("nim", &["heaps=9/9/9", "pass=true"], &["9/9/9p"]);
    let mut lost = Vec::new();
    for (a, b) in (1..=7).flat_map(|a| (a..=7).map(move |b| (a, b))) {
        for c in b..=7 {
            let state = solved.explored.find(&format!("{a}/{b}/{c}p")).unwrap().unwrap();
            let first = solved.checked.arena().player(state) == Some(Player(0));
            let won = solved.checked.solution().bounds.grades(state).unwrap().0 > Grade::DRAW;
            if won != first {
                lost.push((a, b, c));
            }
        }
    }
    for known in [(1, 1, 1), (1, 3, 3), (1, 4, 4), (1, 5, 5), (2, 2, 2), (2, 3, 5), (2, 4, 7)] {
        assert!(lost.contains(&known), "{known:?} {lost:?}");
    }
    assert_eq!(lost.len(), 10);
}

#[test]
fn nimber_zero_is_lost() {
    for (game, given) in [("chomp", &[][..]), ("cram", &["rows=3"]), ("nim", &["pass=true"])] {
        let solved = solved(game, given, &[]);
        let values = nimbers(solved.explored.arena()).unwrap();
        for state in solved.checked.arena().ids() {
            let Some(player) = solved.checked.arena().player(state) else { continue };
            let won = solved.checked.solution().bounds.grades(state).unwrap().0 > Grade::DRAW;
            let mover_lost = won != (player == Player(0));
            assert_eq!(values.at(state) == Nimber::Number(0), mover_lost, "{game} {state}");
        }
    }
}

#[test]
fn a_line_of_play_is_as_long_as_its_distance() {
    for (game, given) in [("tic-tac-toe", &[][..]), ("dodgem", &[]), ("berzerk", &["n=9"])] {
        let solved = solved(game, given, &[]);
        for line in tally(&solved).unwrap().longest {
            assert_eq!(line.moves.len(), line.distance as usize, "{game}");
            let state = solved.explored.find(&line.state).unwrap().unwrap();
            let end = foregone::tally::line(&solved, state, u32::MAX);
            assert_eq!(end, line.moves, "{game}");
        }
    }
}

#[test]
#[ignore = "takes seconds"]
fn l_game() {
    // 2296 placings of all pieces up to symmetry, whoever is to move; the start is a draw.
    let (states, start, tally) = counted("l-game", &[]);
    assert_eq!((states, start, tally.orbits), (2 * 18_368, Grade::DRAW, 2 * 2296));
    // Of these the mover is stuck in 15 and soon lost in 14 more (Winning Ways, chapter 12).
    assert_eq!((tally.over.won, tally.over.lost), (15 * 8, 15 * 8));
    assert!(tally.movers.iter().all(|mover| mover.won.min(mover.lost) == 14 * 8));
}

#[test]
fn kikis_game() {
    // HDU 2147: a token goes left, down or both from the upper right of a board; the sample.
    for (n, m, expected) in
        [(5_u32, 3_u32, Verdict::Lost), (5, 4, Verdict::Won), (6, 6, Verdict::Won)]
    {
        let mut builder = foregone::ArenaBuilder::new();
        let place = |row: u32, column: u32, who: u32| (row * m + column) * 2 + who;
        for (row, column, who) in
            (0..n).flat_map(|r| (0..m).flat_map(move |c| [0, 1].map(|who| (r, c, who))))
        {
            if row == 0 && column == 0 {
                builder.state(foregone::Turn::Over(Rational::from(who))).unwrap();
                continue;
            }
            builder.state(foregone::Turn::Player(Player(who as u8))).unwrap();
            let steps = [(0, 1), (1, 0), (1, 1)];
            for (down, left) in steps.into_iter().filter(|&(d, l)| d <= row && l <= column) {
                builder.choice(1, &[(1, place(row - down, column - left, 1 - who))]).unwrap();
            }
        }
        let arena = std::sync::Arc::new(builder.finish().unwrap());
        let options = Options::default();
        let checked =
            foregone::solve::solve(arena, Objective::outcome(), &options, &Quiet).unwrap();
        let start = StateId(place(n - 1, m - 1, 0));
        let grade = checked.solution().bounds.grades(start).unwrap().0;
        assert_eq!(grade.verdict(), expected, "{n} {m}");
    }
}

#[test]
#[ignore = "takes seconds"]
fn hog_to_a_hundred() {
    // Neller, Presser, Pigtail (2005); the digits are from an independent computation.
    let at = ["0 0", "99 99", "0 99"];
    let solved = solved("hog", &[], &at);
    let query =
        |state| foregone::query::query(&*solved.explored, &solved.checked, state, Form::default());
    let found: Vec<_> = solved.explored.starts().iter().map(|&state| query(state)).collect();
    let (lower, upper) = found[0].value.doubles();
    assert!(lower <= 0.529865394296594 && upper >= 0.529865394296592);
    let best = found.iter().map(|at| at.moves.iter().find(|m| m.best).unwrap().name.as_str());
    assert_eq!(best.collect::<Vec<_>>(), ["6 dice", "1 die", "26 dice"]);
}

//! Maps hold in every cell what a query of that position says.

mod solved;

use foregone::map::{Atlas, Cells, Legend, MapError, Preset, Request, Show};
use foregone::{FieldValue, games};
use solved::solved;

fn request(show: Show, fixed: &[&str]) -> Request {
    let fixed = fixed.iter().map(|&text| text.into()).collect();
    Request { x: Some("s1".into()), y: Some("s2".into()), fixed, show }
}

#[test]
fn every_cell_is_what_a_query_says() {
    let solved = solved("hold", &["target=15"]);
    let atlas = Atlas::new(solved.explored()).unwrap();
    let values = atlas.map(&solved, &request(Show::Value, &["x=2", "who=2"])).unwrap();
    let moves = atlas.map(&solved, &request(Show::Policy, &["x=2", "who=2"])).unwrap();
    let width = moves.x.values.len();
    let (Cells::Values(values), Cells::Moves { names, cells }) = (&values.cells, &moves.cells)
    else {
        panic!("other kinds of cells")
    };
    let mut there = 0;
    for (place, (value, best)) in values.iter().zip(cells).enumerate() {
        let (s1, s2) = (&moves.x.values[place % width], &moves.y.values[place / width]);
        let at = format!("s1={s1},s2={s2},x=2,who=2");
        let Some(state) = solved.explored().find(&at).ok().flatten() else {
            assert_eq!((value, best), (&None, &None), "{at}");
            continue;
        };
        there += 1;
        assert_eq!(*value, Some(solved.doubles(state)), "{at}");
        let name = solved.best_move(state);
        assert_eq!(best.map(|best| names[best as usize].clone()), name, "{at}");
    }
    assert!(there > 150, "{there}");
}

#[test]
fn the_boundary_is_the_first_total_at_which_to_hold() {
    let solved = solved("hold", &["target=15"]);
    let atlas = Atlas::new(solved.explored()).unwrap();
    let preset = Preset::of("hold").next().unwrap();
    let map = atlas.map(&solved, &preset.request()).unwrap();
    let Cells::Firsts { along, cells, .. } = &map.cells else { panic!("no boundary") };
    let width = map.x.values.len();
    for (place, cell) in cells.iter().enumerate() {
        let (s1, s2) = (&map.x.values[place % width], &map.y.values[place / width]);
        let holds = (1..=15i64).find(|x| {
            let at = format!("s1={s1},s2={s2},x={x},who=1");
            let Some(state) = solved.explored().find(&at).ok().flatten() else { return false };
            solved.best_move(state).is_some_and(|name| name == "hold")
        });
        let shown = cell.flatten().map(|at| along.values[at as usize].clone());
        assert_eq!(shown, holds.map(FieldValue::Int), "s1={s1} s2={s2}");
    }
}

#[test]
fn sides_are_found_where_they_are_not_named() {
    let solved = solved("darts", &["start=21"]);
    let atlas = Atlas::new(solved.explored()).unwrap();
    let map = atlas.map(&solved, &Request::default()).unwrap();
    assert_eq!((map.x.name.as_str(), map.y.name.as_str()), ("a", "b"));
    assert_eq!(map.fixed, [("who".to_owned(), FieldValue::Text("A".into()))]);
    let Legend::Scale { low, high, percent: true, .. } = map.legend("A wins") else { panic!() };
    assert!((low + high - 1.0).abs() < 1e-12, "even chances are in the middle");
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let hold = solved("hold", &["target=5"]);
    let atlas = Atlas::new(hold.explored()).unwrap();
    let error = |request: Request| atlas.map(&hold, &request).unwrap_err().to_string();
    let named =
        |x: &str, y: &str| Request { x: Some(x.into()), y: Some(y.into()), ..Request::default() };
    assert_eq!(error(named("s1", "z")), "no field 'z'; fields: s1, s2, x, who");
    assert_eq!(
        error(named("s1", "s1")),
        "field 's1' is used twice; each field is a side of the map, fixed, or run along"
    );
    assert_eq!(
        error(request(Show::Value, &["x=77"])),
        "field 'x' is never 77; it takes 0, 1, 2, 3, 4, 5"
    );
    assert_eq!(error(request(Show::Value, &["x"])), "'x' is not of the form field=value");
    let first = |name: &str| Show::First { name: name.into(), along: "x".into() };
    assert_eq!(error(request(first("jump"), &[])), "no move is called 'jump'; moves: hold, roll");
    let board = solved("tic-tac-toe", &[]);
    let found = Atlas::new(board.explored()).map(drop);
    assert_eq!(found, Err(MapError::Many("board".into(), 4096)));
}

#[test]
fn every_picture_that_belongs_to_a_game_can_be_drawn() {
    let small = [("hog", "target=12"), ("last-reply", "target=12")];
    for preset in foregone::map::PRESETS {
        for &name in preset.games {
            let usual = games::find(name).unwrap().parameters.iter().any(|p| p.name == "target");
            let given = small.iter().find(|(game, _)| *game == name).map(|(_, given)| *given);
            let given = given.or(usual.then_some("target=12"));
            let solved = solved(name, given.as_slice());
            let atlas = Atlas::new(solved.explored()).unwrap();
            let map = atlas.map(&solved, &preset.request());
            assert!(map.is_ok(), "{name}: {}: {}", preset.name, map.unwrap_err());
        }
    }
}

#[test]
fn amounts_have_maps_with_their_unit() {
    let solved = solved("pig-solitaire", &["target=20"]);
    let atlas = Atlas::new(solved.explored()).unwrap();
    let request = |show| Request { show, ..Request::default() };
    let map = atlas.map(&solved, &request(Show::Value)).unwrap();
    assert_eq!(map.unit, Some("turns"));
    let Legend::Scale { caption, low, high, percent, .. } = map.legend("player 1 wins") else {
        panic!("values have a scale")
    };
    assert_eq!((caption.as_str(), percent), ("expected turns", false));
    assert!(low < 1.0 && high > 2.0, "{low} {high}");
}

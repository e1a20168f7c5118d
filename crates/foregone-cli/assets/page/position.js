// A position: what it is worth, every move, and a way to any other.

import { board, capital, change, el, label, meter, rows, select } from "./make.js";

// Who is to move, and the fields in words; boards are shown below.
export function where(game, here, turn) {
  const words = game.fields.map((field, i) => (rows(here.fields[i]) || (turn && i === game.seat) ? null : el("span", {}, `${label(field).name} `, el("b", {}, String(here.fields[i])))));
  return el("p", { class: "turn" }, turn ? el("span", { class: "badge" }, turn) : null, words, el("code", {}, here.at));
}

// The verdict in one sentence, large.
export function verdict(game, here) {
  if (here.over) return el("p", { class: "verdict" }, outcomeWords(game, here));
  if (here.unexplored) return el("p", { class: "verdict" }, "Not explored: a limit cut it off.");
  const best = here.moves.filter((move) => move.best);
  const rest = here.moves.filter((move) => !move.best);
  if (here.moves.length === 1) return el("p", { class: "verdict" }, `${capital(here.turn)} can only `, el("strong", {}, best[0].name), game.graded ? `: ${here.standing.text}.` : ".");
  if (!here.told_apart && best.length > 1) return el("p", { class: "verdict" }, "The bounds do not tell the best moves apart.");
  const names = best.length > 3 ? `${best.length} moves are equally good` : best.map((move) => move.name).join(" or ");
  const parts = [best.length > 3 ? el("strong", {}, names) : el("strong", {}, capital(names)), game.graded ? ": " : "."];
  if (!game.graded && rest.length === 1) parts.push(` ${capital(rest[0].name)} would cost ${points(rest[0])}.`);
  else if (!game.graded && rest.length > 1) parts.push(` Any other move costs at least ${points(least(rest))}.`);
  else if (game.graded) parts.push(`${here.standing.text}.`);
  return el("p", { class: "verdict" }, parts);
}

function least(moves) {
  return moves.reduce((a, b) => (b.cost < a.cost ? b : a));
}

export function points(move) {
  return move.cost_text;
}

export function outcomeWords(game, here) {
  if (game.unit) return here.upper === 0 ? "Play is over." : `Play is over, with ${here.amount.percent}.`;
  if (here.standing) return `Play is over: ${here.standing.text}.`;
  if (game.property) return `Play ${here.stays ? "stays here for ever" : "is over"}: the property ${holds(here)}.`;
  if (here.stays) return `Play stays here for ever: it is worth ${here.sides[0].percent} to ${game.players[0]}.`;
  if (here.lower === 1) return `Play is over: ${game.players[0]} has won.`;
  if (here.upper === 0) return `Play is over: ${game.players[1] ?? "the other side"} has won.`;
  return `Play is over: it is worth ${here.sides[0].percent} to ${game.players[0]}.`;
}

// Whether what was asked of a model holds where nothing is left to decide.
function holds(here) {
  if (here.lower === 1) return "holds";
  return here.upper === 0 ? "does not hold" : `holds with ${here.sides[0].percent}`;
}

// Both sides' chances as one bar with its bounds, and as text.
export function chances(game, here) {
  if (game.graded) {
    const endless = !here.over && !here.ends && here.standing.winner === null;
    return endless ? el("p", { class: "standing" }, "With best play it goes on for ever.") : null;
  }
  if (game.unit) return amount(here);
  const [first, second] = here.sides;
  const names = [game.players[0] ?? "Max", game.players[1] ?? "the other side"];
  const says = game.property ? ["the property holds", "it does not"] : names.map((name) => `${name} wins`);
  const side = (title, chance, place) => el("div", { class: `side ${place}` },
    el("span", { class: "who" }, title),
    el("span", { class: "much" }, chance ? chance.percent : "not determined"));
  const text = `${says[0]} ${first.percent}` + (second ? `, ${says[1]} ${second.percent}` : "");
  const bar = el("div", { class: "bar", role: "img", "aria-label": text });
  const parts = [["first", here.lower], ["open", here.upper - here.lower], ["second", 1 - here.upper]];
  for (const [name, width] of parts) {
    const part = el("span", { class: name });
    part.style.flexGrow = String(Math.max(0, width));
    bar.append(part);
  }
  const single = game.players.length < 2 && !game.property;
  return el("div", { class: "chances" },
    el("div", { class: "sides" }, side(says[0], first, "first"), single ? null : side(says[1], second, "second")),
    bar,
    el("p", { class: "bounds" }, `${game.property ? "it holds" : names[0]}: `, first.bounds === "exact" ? `exactly ${here.exact ?? first.percent}` : first.bounds,
      el("span", { class: "tick" }, " checked by the judge")),
    here.ends || here.over || game.property ? null : el("p", { class: "warn" }, "With these moves play may go on for ever, and then nobody wins: the two chances need not add up to 100 %."));
}

// An expected amount with its bounds.
function amount(here) {
  const { percent, bounds } = here.amount;
  return el("div", { class: "chances" },
    el("div", { class: "sides" }, el("div", { class: "side first" },
      el("span", { class: "who" }, "expected"), el("span", { class: "much" }, percent))),
    el("p", { class: "bounds" }, bounds === "exact" ? `exactly ${here.exact ?? percent}` : bounds,
      el("span", { class: "tick" }, " checked by the judge")));
}

// Every move with its value, its cost, and where it may lead.
export function moves(game, here, go) {
  if (!here.moves.length) return null;
  const many = here.moves.reduce((sum, move) => sum + move.outcomes.length, 0) > 24;
  const tone = here.max || game.unit || game.property ? "first" : "second";
  const items = here.moves.map((move) => {
    const single = move.outcomes.length === 1;
    const cost = move.best ? (move.tie === true ? "equally good" : move.tie === null ? "may be best" : "best") : game.graded ? "" : `costs ${points(move)}`;
    const value = game.graded ? el("span", { class: "value" }, move.standing.text) : el("span", { class: "value" }, move.percent);
    const name = single
      ? el("button", { class: "name", onclick: () => go(move.outcomes[0].at), "aria-label": `${move.name}: ${move.percent}, ${cost || "go there"}` }, move.name)
      : el("span", { class: "name" }, move.name);
    const head = el("div", { class: game.graded ? "move-head plain" : game.unit ? "move-head amount" : "move-head" }, name, value,
      game.graded ? null : meter(move.lower, move.upper, tone),
      el("span", { class: move.best ? "cost best" : "cost" }, cost));
    return el("li", { class: move.best ? "move best" : "move" }, head, single ? null : outcomes(game, here, move, go, many));
  });
  const who = game.graded ? "" : game.unit ? `: ${game.unit} expected` : game.property ? ": chance that the property holds" : `: chance of ${here.turn} to win`;
  return el("section", { "aria-label": "moves" }, el("h2", {}, `Moves${who}`), el("ul", { class: "moves" }, items));
}

function outcomes(game, here, move, go, many) {
  const list = move.outcomes.map((outcome) => {
    const what = change(game, here.fields, outcome.fields);
    const worth = game.graded ? outcome.standing.text : outcome.short;
    return el("li", {}, el("button", { class: "outcome", onclick: () => go(outcome.at),
      "aria-label": `${outcome.exact}: ${what}, then ${worth}` },
      el("span", { class: "odds" }, outcome.exact), el("span", { class: "what" }, what), el("span", { class: "worth" }, worth)));
  });
  const inside = el("ul", { class: "outcomes" }, list);
  return many && list.length > 8 ? el("details", {}, el("summary", {}, `${list.length} outcomes of ${move.name}`), inside) : inside;
}

// The position as it stands, large where it is a board.
export function picture(game, here) {
  const boards = here.fields.map((value) => rows(value)).filter(Boolean);
  return boards.length ? el("div", { class: "boards" }, boards.map(board)) : null;
}

// One input for each field, and one for the whole position as text.
export function search(game, here, go) {
  const error = el("p", { class: "error", role: "alert" });
  const inputs = game.fields.map((field, i) => control(field, here.fields[i]));
  const jump = async (text) => {
    error.textContent = "";
    const wrong = await go(text);
    if (wrong) error.textContent = capital(wrong);
  };
  const fields = el("form", { class: "fields", "aria-label": "position by fields", onsubmit: (event) => {
    event.preventDefault();
    jump(game.fields.map((field, i) => `${field.name}=${inputs[i].value()}`).join(","));
  } }, inputs.map((input) => input.node), el("button", { class: "primary" }, "Show"));
  const example = game.examples?.[0]?.at ?? game.start;
  const text = el("input", { type: "text", id: "at", placeholder: example, autocomplete: "off", spellcheck: "false", maxlength: "400" });
  const words = el("form", { class: "words", "aria-label": "position as text", onsubmit: (event) => {
    event.preventDefault();
    if (text.value.trim()) jump(text.value.trim());
  } }, el("label", { for: "at" }, "or type it"), text, el("button", {}, "Go"));
  return el("section", { class: "search", "aria-label": "position" }, el("h2", {}, "Position"),
    game.fields.length ? fields : null, words, error);
}

function control(field, value) {
  const { name, range } = label(field);
  const values = field.values ?? [];
  const hint = range ? el("small", {}, range) : null;
  const shown = el("span", {}, capital(name), hint);
  if (values.length && values.length <= 12 && values.some((v) => typeof v !== "number")) {
    const node = select("", values.map((v) => [String(v), String(v)]), String(value), () => {});
    node.firstChild.replaceWith(shown);
    return { node, value: () => node.querySelector("select").value };
  }
  const number = typeof value === "number";
  const input = el("input", { type: number ? "number" : "text", value: String(value), class: number ? "short" : "long", maxlength: "200" });
  return { node: el("label", { class: "field" }, shown, input), value: () => input.value.trim() };
}

// Best play with dice, until the end or for a while.
export function line(game, answer, again, go) {
  const step = (step) => el("li", {},
    el("button", { class: "step", onclick: () => go(step.at), "aria-label": `${step.player}: ${step.name}, ${change(game, step.before, step.after)}` },
      el("span", { class: "who" }, step.player), el("span", { class: "what" }, step.name),
      el("span", { class: "quiet" }, change(game, step.before, step.after)),
      game.graded ? null : el("span", { class: "worth" }, step.short)));
  const [soon, later] = [answer.steps.slice(0, 10), answer.steps.slice(10)];
  const dice = answer.steps.some((step) => step.chance);
  return el("section", { class: "line", "aria-label": "a line of best play" },
    el("h2", {}, "A line of best play", dice ? el("button", { class: "small", onclick: again }, "Other dice") : null),
    soon.length ? el("ol", {}, soon.map(step)) : el("p", { class: "quiet" }, "Play is over here."),
    later.length ? el("details", {}, el("summary", {}, `${later.length} more moves`), el("ol", {}, later.map(step))) : null,
    answer.over ? null : el("p", { class: "quiet" }, "… and so on."));
}

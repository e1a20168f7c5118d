// House rules: controls, and solving anew in the background.

import { capital, el, grouped, select } from "./make.js";
import { Refused } from "./source.js";

// A form with a control for each parameter; `choose(rules)` is called with what was chosen.
export function form(game, choose) {
  const inputs = game.parameters.map((parameter) => [parameter, knob(parameter)]);
  const rules = () => inputs.map(([parameter, input]) => `${parameter.name}=${input.value()}`)
    .filter((rule, i) => inputs[i][0].value !== null || inputs[i][1].value() !== "");
  const submit = (event) => {
    event.preventDefault();
    choose(rules());
  };
  return el("section", { class: "rules", "aria-label": "house rules" },
    el("h2", {}, game.property ? "Constants" : "House rules"),
    inputs.length
      ? el("form", { onsubmit: submit, "aria-label": "house rules" }, inputs.map(([, input]) => input.node),
        el("div", { class: "buttons" }, el("button", { class: "primary" }, "Solve with these rules"),
          el("button", { type: "button", onclick: () => choose([]) }, "Usual rules")))
      : el("p", { class: "quiet" }, "Nothing can be varied here."),
    game.rules ? el("p", { class: "prose" }, game.rules) : null,
    game.property ? el("p", { class: "prose" }, "Asked: ", el("code", {}, game.property)) : null,
    el("p", { class: "quiet" }, `${grouped(game.states)} positions, ${grouped(game.moves)} moves, ${grouped(game.outcomes)} outcomes, all judged.`));
}

function knob(parameter) {
  const { takes, value } = parameter;
  const name = capital(parameter.meaning || parameter.name);
  if (takes.kind === "truth") {
    const input = el("input", { type: "checkbox", checked: value === "true" });
    return { node: el("label", { class: "check" }, input, el("span", {}, name)), value: () => String(input.checked) };
  }
  if (takes.kind === "word") {
    const node = select(name, takes.words.map((word) => [word, word]), value, () => {});
    return { node, value: () => node.querySelector("select").value };
  }
  const number = takes.kind === "number";
  const hint = number ? `${grouped(takes.least)} to ${grouped(takes.most)}` : takes.takes;
  const input = el("input", number
    ? { type: "number", min: String(takes.least), max: String(takes.most), value: value ?? "", required: value !== null }
    : { type: "text", value: value ?? "", maxlength: "400", spellcheck: "false" });
  return { node: el("label", { class: "field" }, el("span", {}, name, el("small", {}, hint)), input), value: () => input.value.trim() };
}

// Shows how far the work is until it is done; true if it came to an end.
export async function solveWith(source, rules, at, place) {
  const stop = new AbortController();
  const bar = el("progress", { "aria-label": "progress" });
  const words = el("p", { role: "status" }, "Solving …");
  const cancel = el("button", { onclick: () => stop.abort() }, "Cancel");
  place.replaceChildren(el("section", { class: "solving", "aria-label": "solving" },
    el("h2", {}, "Solving with these rules"), words, bar, cancel));
  const tell = (report) => {
    const count = report.phase === "exploring" ? `, ${grouped(report.done)} positions so far` : "";
    words.textContent = `${capital(report.phase)}${count}; ${report.seconds.toFixed(1)} s`;
    if (report.total) Object.assign(bar, { max: report.total, value: report.done });
    else bar.removeAttribute("value");
  };
  try {
    await source.solve(rules, at, tell, stop.signal);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const message = error.message === "cancelled" ? "Cancelled; nothing was changed." : error.message;
    place.replaceChildren(el("section", { class: "solving" }, el("h2", {}, "Not solved"),
      el("p", { class: "error", role: "alert" }, capital(message)),
      el("p", {}, el("a", { href: "#" }, "Back to the usual rules"))));
    return false;
  }
}

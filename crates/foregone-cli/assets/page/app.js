// The page: an address names rules and a position, and everything shown follows from it.

import { el } from "./make.js";
import { MapPanel } from "./map.js";
import { Play } from "./play.js";
import { chances, line, moves, picture, search, verdict, where } from "./position.js";
import { form, solveWith } from "./rules.js";
import { Embedded, Refused, Remote, Unsolved } from "./source.js";

const data = document.getElementById("data");
const source = data ? new Embedded(JSON.parse(data.textContent)) : new Remote();
const main = document.getElementById("main");
const head = document.getElementById("head");
const state = { rules: null, game: null, map: null, play: null, seed: 1, number: 0 };

// #/hold?target=75&at=s1=3,s2=0&view=play
function read() {
  const parts = new URLSearchParams(location.hash.split("?").slice(1).join("?"));
  const rules = [...parts].filter(([name]) => name !== "at" && name !== "view").map(([name, value]) => `${name}=${value}`);
  return { rules, at: parts.get("at") ?? "", view: parts.get("view") ?? "explore" };
}

function address({ rules, at, view }) {
  const parts = new URLSearchParams();
  for (const rule of rules) parts.append(...split(rule));
  if (at) parts.append("at", at);
  if (view && view !== "explore") parts.append("view", view);
  const text = parts.toString().replaceAll("%3D", "=").replaceAll("%2C", ",").replaceAll("%2F", "/");
  return `#/${encodeURIComponent(state.game?.name ?? "game")}${text ? `?${text}` : ""}`;
}

function split(rule) {
  const at = rule.indexOf("=");
  return [rule.slice(0, at), rule.slice(at + 1)];
}

function visit(more) {
  location.hash = address({ ...read(), ...more });
}

// Goes to the position `text` names; returns what is wrong with it, if something is.
async function go(text) {
  try {
    const here = await located(read().rules, text);
    if (here) visit({ at: here.at, view: "explore" });
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

async function located(rules, at) {
  try {
    return await source.position(rules, at);
  } catch (error) {
    if (!(error instanceof Unsolved)) throw error;
    const done = await solveWith(source, rules, at, main);
    return done ? source.position(rules, at) : null;
  }
}

async function render() {
  const wanted = read();
  const number = ++state.number;
  try {
    const key = wanted.rules.join("&");
    if (state.rules !== key) await changeRules(wanted, key);
    if (number !== state.number || state.rules !== key) return;
    header(wanted.view);
    if (wanted.view === "play" && source.live) return show(state.play.node);
    if (wanted.view === "rules" && source.live) return show(form(state.game, (rules) => visit({ rules, at: "", view: "explore" })));
    await explore(wanted, number);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    header(wanted.view);
    show(el("section", { class: "solving" }, el("h2", {}, "That is not possible"),
      el("p", { class: "error", role: "alert" }, error.message), el("p", {}, el("a", { href: "#" }, "Back to the start"))));
  }
}

async function changeRules(wanted, key) {
  let game;
  try {
    game = await source.game(wanted.rules);
  } catch (error) {
    if (!(error instanceof Unsolved)) throw error;
    if (!(await solveWith(source, wanted.rules, "", main))) return;
    game = await source.game(wanted.rules);
  }
  Object.assign(state, { game, rules: key, map: null });
  state.play = source.live ? new Play(game, source, wanted.rules, (at) => visit({ at, view: "explore" })) : null;
  document.title = `${game.name} · Foregone`;
}

async function explore({ rules, at }, number) {
  const { game } = state;
  const here = await located(rules, at);
  if (!here || number !== state.number) return;
  if (source.live) {
    state.map ??= new MapPanel(game, source, rules, async (text) => {
      const wrong = await go(text);
      if (wrong) state.map.says.textContent = wrong;
    });
    state.map.mark(here);
  }
  const lines = el("div", {});
  const turn = here.over || here.unexplored ? "" : `${here.turn} to move`;
  show(el("div", { class: source.live ? "two" : "single-page" },
    el("div", { class: source.live ? "about" : "single" },
      el("section", { class: "here", "aria-label": "value" },
        where(game, here, turn),
        picture(game, here), verdict(game, here), chances(game, here)),
      moves(game, here, go), search(game, here, go), lines),
    source.live ? el("div", { class: "beside" }, state.map.node) : null));
  if (state.map?.data) state.map.draw();
  const answer = await source.line(rules, here.at, state.seed);
  if (number !== state.number) return;
  const again = () => {
    state.seed += 1;
    render();
  };
  lines.replaceChildren(line(game, answer, again, go));
}

function show(node) {
  main.replaceChildren(node);
}

const VIEWS = [["explore", "Explore"], ["play", "Play"], ["rules", "Rules"]];

function header(view) {
  const { game } = state;
  const nav = VIEWS.map(([name, text]) => el("a", { href: address({ ...read(), view: name }), "aria-current": name === view ? "page" : undefined }, text));
  const changed = game ? game.given.filter((rule) => !game.usual.includes(rule)) : [];
  head.replaceChildren(
    el("div", { class: "title" },
      el("h1", {}, el("a", { href: address({ rules: read().rules }), "aria-label": `To the start of ${game?.name ?? "Foregone"}` }, game?.name ?? "Foregone")),
      el("p", { class: "quiet" }, changed.length ? changed.join(" ") : game?.summary ?? "")),
    source.live ? el("nav", { "aria-label": "views" }, nav) : "",
    el("button", { class: "theme", "aria-label": "dark or light", onclick: turn }, "◐"));
}

function turn() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  if (state.map?.data) state.map.draw();
}

addEventListener("hashchange", render);
render();

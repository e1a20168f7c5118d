// A game against the optimum: dice rolled here or at a real table, hints, undo, and a review.

import { board, capital, change, el, label, rows, select } from "./make.js";
import { outcomeWords, points } from "./position.js";
import { Refused } from "./source.js";

export class Play {
  constructor(game, source, rules, explore) {
    Object.assign(this, { game, source, rules, explore, turns: [], own: 0, dice: "roll", run: 0 });
    this.node = el("section", { class: "play", "aria-label": "play" });
    this.setUp();
  }

  setUp() {
    this.run += 1;
    const { game } = this;
    const players = game.players.length > 1 ? game.players : [game.players[0] ?? "Max"];
    const who = [...players.map((name, i) => [String(i), name]), ["both", "both sides"]];
    const chosen = { own: "0", dice: "roll" };
    const policy = el("input", { type: "text", value: "best", maxlength: "400", spellcheck: "false", class: "long" });
    const error = el("p", { class: "error", role: "alert" });
    const start = el("button", { class: "primary" }, "Start");
    this.node.replaceChildren(el("h2", {}, "Play"),
      el("p", { class: "prose" }, "Your opponent plays perfectly, or by a rule such as “roll while x < 20”. Ask for a hint when you like; afterwards every move is looked at."),
      el("form", { "aria-label": "a new game", onsubmit: (event) => {
        event.preventDefault();
        this.begin({ ...chosen, policy: policy.value.trim() || "best" }, error);
      } }, select("I play", who, "0", (value) => { chosen.own = value; }),
      select("Dice", [["roll", "rolled here"], ["typed", "from my own table"]], "roll", (value) => { chosen.dice = value; }),
      el("label", { class: "field" }, el("span", {}, "Opponent", el("small", {}, "best, random, or rules")), policy),
      el("div", { class: "buttons" }, start)), error);
  }

  async begin({ own, dice, policy }, wrong) {
    const start = await this.source.position(this.rules, "");
    try {
      if (policy !== "best") await this.source.reply(this.rules, start.at, policy);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      wrong.textContent = error.message;
      return;
    }
    Object.assign(this, { policy, own: own === "both" ? null : Number(own), dice, turns: [] });
    this.run += 1;
    this.here = start;
    this.log = el("ol", { class: "log", "aria-label": "moves so far" });
    this.says = el("p", { class: "says", role: "status", "aria-live": "polite" });
    this.table = el("div", { class: "table" });
    this.buttons = el("div", { class: "buttons choices", role: "group", "aria-label": "your moves" });
    this.hint = el("p", { class: "hint", role: "status" });
    const tools = el("div", { class: "buttons" },
      el("button", { onclick: () => this.help() }, "Hint"),
      el("button", { onclick: () => this.undo() }, "Undo"),
      el("button", { onclick: () => this.setUp() }, "New game"));
    this.node.replaceChildren(el("h2", {}, "Play"), this.table, this.says, this.buttons, this.hint, tools, this.log);
    this.step(this.run);
  }

  isOwn() {
    return this.own === null || this.here.mover === this.own || this.game.players.length < 2;
  }

  // What happens next: the end, my move, or the opponent's.
  async step(run) {
    if (run !== this.run) return;
    this.hint.textContent = "";
    this.show();
    if (this.here.over) return this.finish();
    if (this.isOwn()) {
      this.says.textContent = this.own === null ? `${capital(this.here.turn)} to move.` : "Your move.";
      const keys = this.here.moves.map((move, i) => el("button", { class: "primary", onclick: () => this.choose(i, run) }, move.name));
      this.buttons.replaceChildren(...keys);
      if (this.turns.length) keys[0]?.focus({ preventScroll: true });
      return;
    }
    this.buttons.replaceChildren();
    this.says.textContent = `${capital(this.here.turn)} is thinking …`;
    await new Promise((done) => setTimeout(done, 250));
    try {
      const all = this.here.moves.length;
      const reply = this.policy === "best" ? this.here.plays : await this.source.reply(this.rules, this.here.at, this.policy);
      this.choose(reply ?? Math.floor(Math.random() * all), run);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.says.textContent = error.message;
    }
  }

  show() {
    const cells = this.game.fields.map((field, i) => {
      const value = this.here.fields[i];
      const all = rows(value);
      return el("div", { class: "cell" }, el("span", { class: "quiet" }, label(field).name), all ? board(all) : el("span", { class: "number" }, String(value)));
    });
    this.table.replaceChildren(...cells);
  }

  choose(i, run) {
    if (run !== this.run) return;
    const move = this.here.moves[i];
    if (move.outcomes.length === 1) return this.happen(i, 0, run);
    if (this.dice === "roll") return this.happen(i, roll(move.outcomes), run);
    this.says.textContent = `${capital(this.here.turn)}: ${move.name}. What came of it?`;
    const keys = move.outcomes.map((outcome, j) => el("button", { onclick: () => this.happen(i, j, run) },
      `${change(this.game, this.here.fields, outcome.fields)} (${outcome.exact})`));
    this.buttons.replaceChildren(...keys);
    keys[0].focus({ preventScroll: true });
  }

  async happen(choice, branch, run) {
    const before = this.here;
    const outcome = before.moves[choice].outcomes[branch];
    this.buttons.replaceChildren();
    try {
      this.here = await this.source.position(this.rules, outcome.at);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.says.textContent = error.message;
      return;
    }
    if (run !== this.run) return;
    this.turns.push({ at: before.at, choice, branch, before });
    const line = `${capital(before.turn)}: ${before.moves[choice].name}, ${change(this.game, before.fields, this.here.fields)}`;
    this.log.prepend(el("li", { value: this.turns.length }, line));
    this.step(run);
  }

  undo() {
    this.node.querySelector(".review")?.remove();
    // Back to my own last move, with whatever followed it.
    let last = null;
    while (this.turns.length && last === null) {
      const turn = this.turns.pop();
      this.log.firstChild?.remove();
      this.here = turn.before;
      if (this.isOwn()) last = turn;
    }
    this.run += 1;
    this.step(this.run);
  }

  help() {
    if (this.here.over) return;
    const best = this.here.moves.filter((move) => move.best).map((move) => move.name).join(" or ");
    const rest = this.here.moves.filter((move) => !move.best);
    const costs = this.game.graded ? "" : rest.slice(0, 6).map((move) => ` ${capital(move.name)} costs ${points(move)}.`).join("");
    const worth = this.game.graded ? this.here.standing.text : this.game.unit ? `${this.here.amount.percent} expected` : `${this.here.sides[0].percent} for ${this.game.property ? "the property" : this.game.players[0]}`;
    this.hint.textContent = `Best: ${best}.${costs} It stands at ${worth}.`;
  }

  async finish() {
    this.says.textContent = outcomeWords(this.game, this.here);
    this.buttons.replaceChildren();
    if (!this.turns.length) return;
    const turns = this.turns.map(({ at, choice, branch }) => ({ at, choice, branch }));
    const review = await this.source.review(this.rules, turns);
    this.hint.textContent = "";
    this.log.before(reviewed(this.game, review, this.own, this.explore));
  }
}

// Fair dice from the browser's own source of chance.
function roll(outcomes) {
  const bits = new Uint32Array(2);
  crypto.getRandomValues(bits);
  let left = (bits[0] * 2 ** 21 + (bits[1] >>> 11)) / 2 ** 53;
  const falls = outcomes.findIndex((outcome) => (left -= outcome.probability) < 0);
  return falls < 0 ? outcomes.length - 1 : falls;
}

function pp(number) {
  return `${(100 * number).toFixed(2)}`;
}

// How a game's numbers are written: chances in percent, amounts as they are.
function scale(game) {
  if (game.unit) return { value: (n) => `${n.toFixed(2)} ${game.unit}`, difference: (n) => n.toFixed(2), points: game.unit };
  return { value: (n) => `${pp(n)} %`, difference: pp, points: "points" };
}

// What the game was, move by move; all chances are the first player's unless said otherwise.
function reviewed(game, review, own, explore) {
  const max = game.unit || game.property ? game.max[own ?? 0] : own !== 1;
  const mine = (value) => (max || game.unit || game.property ? value : 1 - value);
  const { value, difference, points: unit } = scale(game);
  const single = game.players.length < 2;
  const name = own === null ? game.players[0] : "you";
  const gave = max ? review.max_gave : review.min_gave;
  const got = max ? review.min_gave : review.max_gave;
  const luck = max ? review.luck : -review.luck;
  const fact = (title, number, words) => el("div", { class: "fact" }, el("dt", {}, title), el("dd", {}, el("strong", {}, number), el("span", { class: "quiet" }, words)));
  const signed = (n) => (Math.abs(n) < 0.00005 ? "" : n > 0 ? "+" : "−") + difference(Math.abs(n));
  const mistakes = review.steps.filter((step) => step.cost > 0 && (own === null || single || step.max === max))
    .sort((a, b) => b.cost - a.cost).slice(0, 5);
  const list = mistakes.map((step) => el("li", {}, el("button", { class: "step", onclick: () => explore(step.state) },
    el("span", { class: "what" }, `${step.name} instead of ${step.best}`), el("span", { class: "quiet" }, step.state),
    el("span", { class: "cost" }, `−${difference(step.cost)} ${unit}`))));
  return el("section", { class: "review", "aria-label": "review" }, el("h2", {}, "Review"),
    el("dl", {}, fact(game.unit ? "Expected at the start" : "Chance at the start", value(mine(review.start)), game.unit || game.property ? "with best play" : `for ${name}`),
      game.unit ? fact("In the end", value(review.end), "") : null,
      fact("Luck", signed(luck), game.unit ? `${unit} won or lost by chance` : "points from the dice"),
      fact("Mistakes", signed(-gave), game.unit ? `${unit} given away` : `points ${name} gave away`),
      single ? null : fact("Opponent's mistakes", signed(got), `${unit} given to ${name}`)),
    curve(review, mine, game),
    el("h3", {}, list.length ? "Costliest mistakes" : "No mistakes: every move was a best one"),
    list.length ? el("ol", {}, list) : null);
}

// The chance after every move as a line.
function curve(review, mine, game) {
  const svg = (tag, attributes) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    return node;
  };
  const chances = [review.start, ...review.steps.flatMap((step) => [step.chosen, step.after])].map(mine);
  const [width, height] = [600, 160];
  const top = game.unit ? Math.max(...chances) || 1 : 1;
  const bottom = game.unit ? Math.min(0, ...chances) : 0;
  const y = (c) => (1 - (c - bottom) / (top - bottom)) * height;
  const { value } = scale(game);
  const x = (i) => (i / Math.max(1, chances.length - 1)) * width;
  const picture = svg("svg", { viewBox: `-4 -4 ${width + 8} ${height + 8}`, role: "img", class: "curve",
    "aria-label": `${game.unit ? "expected" : "win chance"} from ${value(chances[0])} at the start to ${value(chances.at(-1))} at the end` });
  for (const part of [0, 0.5, 1]) picture.append(svg("line", { x1: 0, x2: width, y1: height * part, y2: height * part, class: "grid" }));
  picture.append(svg("polyline", { points: chances.map((c, i) => `${x(i).toFixed(1)},${y(c).toFixed(1)}`).join(" "), class: "path" }));
  return picture;
}

// Where answers come from: the program that serves this page, or data in the page itself.

export class Unsolved extends Error {}
export class Refused extends Error {}

function query(rules, more = {}) {
  const parts = new URLSearchParams();
  for (const rule of rules) parts.append("p", rule);
  for (const [name, value] of Object.entries(more)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null && one !== "") parts.append(name, one);
  }
  return parts.toString();
}

async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { ...options, headers: { ...options.headers, "x-page": "1" } });
  } catch {
    throw new Refused("The program does not answer; is foregone still running?");
  }
  const answer = await response.json();
  if (answer.unsolved) throw new Unsolved(answer.error);
  const refused = typeof answer.error === "string" && answer.state === undefined;
  if (!response.ok || refused) throw new Refused(answer.error);
  return answer;
}

function send(path, body) {
  return ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

export class Remote {
  live = true;
  kept = new Map();

  async game(rules) {
    return ask(`/api/game?${query(rules)}`);
  }

  async position(rules, at) {
    const key = query(rules, { at });
    if (!this.kept.has(key)) {
      const answer = await ask(`/api/position?${key}`);
      if (this.kept.size > 500) this.kept.clear();
      this.kept.set(key, answer);
    }
    return this.kept.get(key);
  }

  map(rules, wanted) {
    return ask(`/api/map?${query(rules, wanted)}`);
  }

  line(rules, at, seed) {
    return ask(`/api/line?${query(rules, { at, seed })}`);
  }

  // What a policy does at a position; null where every move is alike to it.
  async reply(rules, at, policy) {
    return (await ask(`/api/reply?${query(rules, { at, policy })}`)).choice;
  }

  review(rules, turns) {
    return send("/api/review", { p: rules, turns });
  }

  // Solves in the background; `tell` hears how far it is, `signal` ends it.
  async solve(rules, at, tell, signal) {
    let report = await send("/api/solve", at ? { p: rules, at } : { p: rules });
    while (report.state === "running") {
      tell(report);
      if (signal.aborted) {
        await ask(`/api/cancel?id=${report.id}`, { method: "POST" });
        throw new Refused("cancelled");
      }
      await new Promise((done) => setTimeout(done, report.seconds < 1 ? 60 : 250));
      report = await ask(`/api/job?id=${report.id}`);
    }
    if (report.state === "failed") throw new Refused(report.error);
  }
}

// All positions of a small game, as a report has them.
export class Embedded {
  live = false;

  constructor(data) {
    this.data = data;
    this.places = new Map(data.positions.map((position) => [position.at, position]));
  }

  async game() {
    return this.data.game;
  }

  async position(rules, at) {
    const text = (at || this.data.game.start).replaceAll(" ", "");
    const found = this.places.get(text) ?? this.places.get(this.inOrder(text));
    if (!found) throw new Refused(`no position '${at}' here; positions are written like ${this.data.game.start}`);
    return found;
  }

  // Named fields may come in any order.
  inOrder(text) {
    const given = new Map(text.split(",").map((part) => part.split("=")));
    return this.data.game.fields.map((field) => `${field.name}=${given.get(field.name)}`).join(",");
  }

  async line(rules, at, seed) {
    let here = await this.position(rules, at);
    const steps = [];
    let dice = seed * 2654435761 % 4294967296;
    while (!here.over && here.plays !== null && steps.length < 200) {
      const move = here.moves[here.plays];
      dice = (dice * 1664525 + 1013904223) % 4294967296;
      let left = dice / 4294967296;
      const falls = move.outcomes.findIndex((outcome) => (left -= outcome.probability) < 0);
      const outcome = move.outcomes[falls < 0 ? move.outcomes.length - 1 : falls];
      const to = await this.position(rules, outcome.at);
      steps.push({ at: here.at, player: here.turn, name: move.name, chance: move.outcomes.length > 1, to: to.at,
        before: here.fields, after: to.fields, short: to.short });
      here = to;
    }
    return { steps, over: here.over };
  }
}

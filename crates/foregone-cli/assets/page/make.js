// Elements by name, and how numbers and positions are written.

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (name in node && typeof value !== "string") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return node;
}

export function grouped(number) {
  return number.toString().replace(/\B(?=(\d{3})+$)/g, ",");
}

// "score of player 1, 0 to 75": the name of the field, then its range. A model's variables have a
// range alone.
export function label(field) {
  const at = field.meaning.indexOf(", ");
  if (/^(-?\d+ to -?\d+|true or false|of the file)$/.test(field.meaning)) return { name: field.name, range: field.meaning };
  const [name, range] = at < 0 ? [field.meaning, ""] : [field.meaning.slice(0, at), field.meaning.slice(at + 2)];
  return { name: name || field.name, range };
}

// Squares of a board keep their small letters.
export function capital(text) {
  return text && !/^[a-z]+\d/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
}

// Rows of a board such as "X.O/.X./..O", or null.
export function rows(value) {
  if (typeof value !== "string" || !value.includes("/")) return null;
  const all = value.split("/");
  const width = all[0].length;
  return width > 1 && all.length > 1 && all.every((row) => row.length === width) && !/\d\d/.test(value) ? all : null;
}

const PIECES = { ".": "", "X": "✕", "O": "◯", "x": "✕", "o": "◯" };

export function board(all) {
  const squares = all.map((row) =>
    el("div", { class: "row" }, [...row].map((c) => el("span", { class: `square piece-${c === "." ? "none" : c.charCodeAt(0)}` }, PIECES[c] ?? c))));
  return el("div", { class: "board", role: "img", "aria-label": `board, from the top: ${all.map((r) => r.replaceAll(".", "-")).join(", ")}` }, squares);
}

// What differs between two positions, in the words of the fields.
export function change(game, before, after) {
  const [parts, seat] = [[], []];
  game.fields.forEach((field, i) => {
    if (before[i] === after[i]) return;
    if (rows(after[i])) return parts.push(String(after[i]));
    if (i === game.seat && game.players[after[i] - 1]) return seat.push(`${game.players[after[i] - 1]} to move`);
    const words = label(field).name;
    parts.push(`${words.length > 20 ? field.name : words} ${before[i]} → ${after[i]}`);
  });
  return parts.length + seat.length ? [...parts, ...seat].join(", ") : "stays here";
}

// A chance as a bar that grows from the left, in steps that the style sheet need not know.
export function meter(lower, upper, tone) {
  const bar = el("span", { class: `meter ${tone}`, "aria-hidden": "true" });
  const sure = el("span", { class: "sure" });
  const open = el("span", { class: "open" });
  sure.style.width = `${100 * lower}%`;
  open.style.width = `${100 * Math.max(0, upper - lower)}%`;
  bar.append(sure, open);
  return bar;
}

export function select(name, options, value, onchange) {
  const list = options.map(([key, text]) => el("option", { value: key, selected: key === value }, text));
  return el("label", { class: "field" }, el("span", {}, name), el("select", { onchange: (e) => onchange(e.target.value) }, list));
}

// Colours, keys and marks of maps.

import { el } from "./make.js";

function rgb(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

// From a cell to its colour, or null.
export function paint({ legend }) {
  const never = [208, 211, 217];
  if (legend.kinds) {
    const colours = new Map(legend.kinds.map((kind) => [kind.place, rgb(kind.colour)]));
    return (cell) => colours.get(cell) ?? null;
  }
  const colours = legend.colours.map(rgb);
  const { low, high } = legend;
  return (cell) => {
    if (cell === null) return null;
    if (cell === "never") return never;
    const number = Array.isArray(cell) ? (cell[0] + cell[1]) / 2 : cell;
    const part = high > low ? (number - low) / (high - low) : 0.5;
    return colours[Math.round(Math.min(1, Math.max(0, part)) * (colours.length - 1))];
  };
}

export function key({ legend, cells }) {
  if (legend.kinds) {
    const swatch = (kind) => {
      const square = el("span", { class: "swatch" });
      square.style.background = kind.colour;
      return el("span", { class: "kind" }, square, kind.name);
    };
    const more = legend.kinds.length - 16;
    return [...legend.kinds.slice(0, 16).map(swatch), more > 0 ? el("span", { class: "quiet" }, `and ${more} more`) : ""];
  }
  const bar = el("span", { class: "ramp", "aria-hidden": "true" });
  bar.style.background = `linear-gradient(to right, ${legend.colours.join(", ")})`;
  const number = (n) => (legend.percent ? `${Number((100 * n).toFixed(1))} %` : String(Number(n.toPrecision(4))));
  const never = cells.includes("never") ? [el("span", { class: "kind" }, el("span", { class: "swatch never" }), "never")] : [];
  return [el("span", { class: "caption" }, legend.caption), el("span", {}, number(legend.low)), bar,
    el("span", {}, number(legend.high) + (legend.more ? " and more" : "")), ...never];
}

// Places of round values within the view.
export function ticks(values, from, count, most) {
  const last = Math.min(values.length - 1, Math.ceil(from + count) - 1);
  const first = Math.max(0, Math.floor(from));
  const places = [];
  const rough = (last - first + 1) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 1;
  const numbers = values.every((v) => typeof v === "number");
  for (let at = first; at <= last; at++) {
    if ((numbers ? values[at] : at) % step === 0) places.push(at);
  }
  return places;
}

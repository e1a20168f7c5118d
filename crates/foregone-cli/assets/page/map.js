// Maps on a canvas: zoom, drag, a number under the pointer, a cursor for the keyboard.

import { el, label, select } from "./make.js";
import { key, paint, ticks } from "./paint.js";
import { Refused } from "./source.js";

const EDGE = { left: 52, top: 10, right: 12, bottom: 40 };

// A panel with controls and a canvas; `show(text)` opens a position.
export class MapPanel {
  constructor(game, source, rules, show) {
    Object.assign(this, { game, source, rules, show, here: null, data: null, cursor: null, view: null });
    this.fields = game.fields.filter((field) => field.values && field.values.length > 1);
    this.node = el("section", { class: "map", "aria-label": "map" });
    if (game.maps || this.fields.length < 2) {
      this.node.append(el("h2", {}, "Map"), el("p", { class: "quiet" }, `There is no map: ${game.maps ?? "fewer than two fields have several values"}.`));
      return;
    }
    const first = game.presets[0];
    const widest = [...this.fields].sort((a, b) => b.values.length - a.values.length);
    this.wanted = first ? preset(first) : { preset: "", x: widest[0].name, y: widest[1].name, show: "value", fixed: {} };
    this.canvas = el("canvas", { tabIndex: 0, role: "img", "aria-describedby": "map-says" });
    this.says = el("output", { id: "map-says", class: "says", "aria-live": "polite" });
    this.controls = el("div", { class: "controls" });
    this.key = el("div", { class: "key" });
    this.heading = el("h2", {}, "Map");
    this.error = el("p", { class: "error", role: "alert" });
    const zoom = (times) => () => this.zoom(times);
    const buttons = el("div", { class: "zoom", role: "group", "aria-label": "zoom" },
      el("button", { "aria-label": "zoom in", onclick: zoom(1.6) }, "+"),
      el("button", { "aria-label": "zoom out", onclick: zoom(1 / 1.6) }, "−"),
      el("button", { "aria-label": "show the whole map", onclick: () => this.reset() }, "Whole"));
    this.node.append(this.heading, this.controls, this.error,
      this.canvas, el("div", { class: "under" }, this.says, buttons), this.key);
    this.listen();
    this.load();
  }

  // The cell of a position is marked.
  mark(here) {
    this.here = here;
    if (this.data) this.draw();
  }

  async load() {
    this.menus();
    const { wanted } = this;
    const fix = Object.entries(wanted.fixed).map(([name, value]) => `${name}=${value}`);
    const request = { x: wanted.x, y: wanted.y, show: wanted.show, move: wanted.move, along: wanted.along, fix };
    const number = (this.asked = (this.asked ?? 0) + 1);
    try {
      const data = await this.source.map(this.rules, request);
      if (number !== this.asked) return;
      this.error.textContent = "";
      this.take(data);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (number === this.asked) this.error.textContent = error.message;
    }
  }

  take(data) {
    const same = this.data && this.data.x.name === data.x.name && this.data.y.name === data.y.name;
    this.data = data;
    if (!same) this.cursor = null;
    const title = this.game.presets.find((p) => p.name === this.wanted.preset)?.title ?? data.title;
    this.heading.textContent = title;
    this.canvas.setAttribute("aria-label", `${title}: ${data.y.name} over ${data.x.name}. Arrow keys read cells, Enter opens one, plus and minus zoom.`);
    const [width, height] = [data.x.values.length, data.y.values.length];
    const image = new ImageData(width, height);
    const colours = paint(data);
    for (let place = 0; place < width * height; place++) {
      const colour = colours(data.cells[place]);
      const at = 4 * ((height - 1 - Math.floor(place / width)) * width + (place % width));
      if (colour) image.data.set([...colour, 255], at);
    }
    this.image = el("canvas", { width, height });
    this.image.getContext("2d").putImageData(image, 0, 0);
    if (!same || !this.view) this.view = { x: 0, y: 0, width, height };
    this.key.replaceChildren(...key(data));
    this.draw();
  }

  menus() {
    const { game, wanted } = this;
    const change = (more) => { Object.assign(this.wanted, { preset: "" }, more); this.load(); };
    const names = this.fields.map((field) => [field.name, field.name]);
    const parts = [];
    if (game.presets.length) {
      const options = [...game.presets.map((p) => [p.name, p.title]), ["", "My own choice"]];
      parts.push(select("Picture", options, wanted.preset, (name) => {
        const chosen = game.presets.find((p) => p.name === name);
        this.wanted = chosen ? preset(chosen) : { ...this.wanted, preset: "" };
        this.load();
      }));
    }
    const kinds = [["value", "value"], ["policy", "best move"]];
    if (wanted.show === "first") kinds.push(["first", `first ${wanted.along} to ${wanted.move}`]);
    const side = (own, other) => (name) => {
      const more = name === wanted[other] ? { [own]: name, [other]: wanted[own] } : { [own]: name };
      const fixed = { ...wanted.fixed };
      delete fixed[name];
      change({ ...more, fixed, show: name === wanted.along ? "value" : wanted.show });
    };
    parts.push(select("Colour", kinds, wanted.show, (show) => change({ show })),
      select("Across", names, wanted.x, side("x", "y")), select("Up", names, wanted.y, side("y", "x")));
    const free = this.fields.filter((field) => field.name !== wanted.x && field.name !== wanted.y && !(wanted.show === "first" && field.name === wanted.along));
    this.controls.replaceChildren(...parts, ...free.map((field) => this.slider(field)));
  }

  slider(field) {
    const start = field.values[this.startPlace(field)];
    const value = this.wanted.fixed[field.name] ?? start;
    const at = Math.max(0, field.values.findIndex((v) => String(v) === String(value)));
    const shown = el("output", {}, `${field.name} = ${field.values[at]}`);
    const input = el("input", { type: "range", min: "0", max: String(field.values.length - 1), value: String(at), "aria-label": Object.values(label(field)).filter(Boolean).join(", "),
      "aria-valuetext": String(field.values[at]), oninput: () => {
        const chosen = field.values[Number(input.value)];
        shown.textContent = `${field.name} = ${chosen}`;
        input.setAttribute("aria-valuetext", String(chosen));
        this.wanted.fixed[field.name] = chosen;
        this.wanted.preset = "";
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.reload(), 40);
      } });
    return el("label", { class: "slider" }, shown, input);
  }

  // The same controls, so that a slider being dragged stays.
  async reload() {
    const menus = this.menus;
    this.menus = () => {};
    await this.load();
    this.menus = menus;
  }

  startPlace(field) {
    const value = this.here?.fields[this.game.fields.indexOf(field)];
    return Math.max(0, field.values.indexOf(value));
  }

  // ---- drawing

  frame() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    return { left: EDGE.left, top: EDGE.top, width: width - EDGE.left - EDGE.right, height: height - EDGE.top - EDGE.bottom };
  }

  draw() {
    const { canvas, view, data } = this;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!width || !view) return;
    if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
    if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
    const pen = canvas.getContext("2d");
    const style = getComputedStyle(this.node);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const frame = this.frame();
    pen.save();
    pen.beginPath();
    pen.rect(frame.left, frame.top, frame.width, frame.height);
    pen.clip();
    pen.imageSmoothingEnabled = false;
    const [sx, sy] = [frame.width / view.width, frame.height / view.height];
    const top = data.y.values.length - view.y - view.height;
    pen.drawImage(this.image, view.x, top, view.width, view.height, frame.left, frame.top, frame.width, frame.height);
    const box = (x, y, colour, thick) => {
      pen.strokeStyle = colour;
      pen.lineWidth = thick;
      pen.strokeRect(frame.left + (x - view.x) * sx, frame.top + frame.height - (y + 1 - view.y) * sy, sx, sy);
    };
    const own = this.ownCell();
    for (const cell of [own, this.cursor]) {
      if (!cell) continue;
      box(cell[0], cell[1], style.getPropertyValue("--paper"), 4);
      box(cell[0], cell[1], style.getPropertyValue("--ink"), 2);
    }
    pen.restore();
    pen.strokeStyle = style.getPropertyValue("--line");
    pen.lineWidth = 1;
    pen.strokeRect(frame.left, frame.top, frame.width, frame.height);
    this.axes(pen, frame, sx, sy, style.getPropertyValue("--soft"));
  }

  axes(pen, frame, sx, sy, colour) {
    const { data, view } = this;
    pen.fillStyle = colour;
    pen.font = "12px Inter, system-ui, sans-serif";
    pen.textBaseline = "middle";
    pen.textAlign = "center";
    for (const at of ticks(data.x.values, view.x, view.width, frame.width / 48)) {
      pen.fillText(String(data.x.values[at]), frame.left + (at + 0.5 - view.x) * sx, frame.top + frame.height + 12);
    }
    pen.fillText(data.x.name, frame.left + frame.width / 2, frame.top + frame.height + 30);
    pen.textAlign = "right";
    for (const at of ticks(data.y.values, view.y, view.height, frame.height / 36)) {
      pen.fillText(String(data.y.values[at]), frame.left - 7, frame.top + frame.height - (at + 0.5 - view.y) * sy);
    }
    pen.save();
    pen.translate(10, frame.top + frame.height / 2);
    pen.rotate(-Math.PI / 2);
    pen.textAlign = "center";
    pen.fillText(data.y.name, 0, 0);
    pen.restore();
  }

  ownCell() {
    if (!this.here) return null;
    const place = (axis) => axis.values.indexOf(this.here.fields[this.game.fields.findIndex((f) => f.name === axis.name)]);
    const [x, y] = [place(this.data.x), place(this.data.y)];
    return x < 0 || y < 0 ? null : [x, y];
  }

  // ---- pointer and keyboard

  cellAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const frame = this.frame();
    const across = (event.clientX - box.left - frame.left) / frame.width;
    const up = 1 - (event.clientY - box.top - frame.top) / frame.height;
    if (across < 0 || across >= 1 || up <= 0 || up > 1) return null;
    const { view } = this;
    return [Math.floor(view.x + across * view.width), Math.min(this.data.y.values.length - 1, Math.floor(view.y + up * view.height))];
  }

  say(cell) {
    this.cursor = cell;
    this.says.textContent = cell ? this.words(cell) : "";
    this.draw();
  }

  words([x, y]) {
    const { data } = this;
    const where = `${data.x.name} = ${data.x.values[x]}, ${data.y.name} = ${data.y.values[y]}`;
    const cell = data.cells[y * data.x.values.length + x];
    if (cell === null || cell === undefined) return `${where}: no such position`;
    if (data.names) return `${where}: ${data.names[cell]}`;
    if (cell === "never") return `${where}: never`;
    if (!Array.isArray(cell)) return `${where}: ${data.legend.caption} ${cell}`;
    const middle = (cell[0] + cell[1]) / 2;
    return data.legend.percent ? `${where}: ${data.legend.caption} ${(100 * middle).toFixed(2)} %` : `${where}: ${Number(middle.toPrecision(6))} ${this.game.unit ?? ""}`.trimEnd();
  }

  open(cell) {
    const { data } = this;
    const value = data.cells[cell[1] * data.x.values.length + cell[0]];
    if (value === null) return;
    const fields = { ...data.fixed, [data.x.name]: data.x.values[cell[0]], [data.y.name]: data.y.values[cell[1]] };
    const { along } = this.wanted;
    if (this.wanted.show === "first" && value !== "never") fields[along] = value;
    else if (this.wanted.show === "first") fields[along] = this.game.fields.find((f) => f.name === along).values[0];
    this.show(this.game.fields.map((f) => `${f.name}=${fields[f.name]}`).join(","));
  }

  listen() {
    const { canvas } = this;
    let drag = null;
    canvas.addEventListener("pointerdown", (event) => {
      drag = { x: event.clientX, y: event.clientY, view: { ...this.view }, moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!this.data) return;
      if (drag) {
        const frame = this.frame();
        const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
        drag.moved ||= Math.hypot(dx, dy) > 4;
        if (drag.moved) this.look({ ...this.view, x: drag.view.x - (dx / frame.width) * this.view.width, y: drag.view.y + (dy / frame.height) * this.view.height });
      }
      this.say(this.cellAt(event));
    });
    canvas.addEventListener("pointerup", (event) => {
      const cell = drag && !drag.moved ? this.cellAt(event) : null;
      drag = null;
      if (cell && this.data) this.open(cell);
    });
    canvas.addEventListener("pointercancel", () => { drag = null; });
    canvas.addEventListener("pointerleave", () => { if (!drag && this.data) this.say(null); });
    canvas.addEventListener("wheel", (event) => {
      if (!this.data || !(event.ctrlKey || document.activeElement === canvas)) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.25 : 0.8, this.cellAt(event));
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => this.pressed(event));
    new ResizeObserver(() => this.data && this.draw()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.data && this.draw());
  }

  pressed(event) {
    if (!this.data) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const [width, height] = [this.data.x.values.length, this.data.y.values.length];
    const now = this.cursor ?? this.ownCell() ?? [0, 0];
    if (steps[event.key]) {
      const [dx, dy] = steps[event.key].map((step) => step * (event.shiftKey ? 10 : 1));
      this.say([Math.min(width - 1, Math.max(0, now[0] + dx)), Math.min(height - 1, Math.max(0, now[1] + dy))]);
    } else if (event.key === "Enter") this.open(now);
    else if (event.key === "+") this.zoom(1.6, now);
    else if (event.key === "-") this.zoom(1 / 1.6, now);
    else if (event.key === "0") this.reset();
    else return;
    event.preventDefault();
  }

  zoom(times, about) {
    if (!this.data) return;
    const { view } = this;
    const centre = about ?? [view.x + view.width / 2, view.y + view.height / 2];
    const part = [(centre[0] - view.x) / view.width, (centre[1] - view.y) / view.height];
    const [width, height] = [view.width / times, view.height / times];
    this.look({ x: centre[0] - part[0] * width, y: centre[1] - part[1] * height, width, height });
  }

  look(view) {
    const [most, tall] = [this.data.x.values.length, this.data.y.values.length];
    view.width = Math.min(most, Math.max(Math.min(4, most), view.width));
    view.height = Math.min(tall, Math.max(Math.min(4, tall), view.height));
    view.x = Math.min(most - view.width, Math.max(0, view.x));
    view.y = Math.min(tall - view.height, Math.max(0, view.y));
    this.view = view;
    this.draw();
  }

  reset() {
    if (this.data) this.look({ x: 0, y: 0, width: Infinity, height: Infinity });
  }
}

function preset(one) {
  const fixed = Object.fromEntries(one.fixed.map((text) => text.split("=")));
  return { preset: one.name, x: one.x, y: one.y, show: one.show, move: one.move, along: one.along, fixed };
}

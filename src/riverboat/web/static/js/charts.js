// Charts as SVG of our own: lines that end in their names, bars with intervals.
import { chips, h, svg } from "./dom.js";

// By daylight and at night.
const COLOURS = [["#8a5d00", "#f0c674"], ["#1f7385", "#7fc8d8"], ["#a8442b", "#e08d79"], ["#4b7428", "#a3c585"],
  ["#7d4a99", "#c9a0dc"], ["#7a5c35", "#d4b896"], ["#43619a", "#8fa8d0"], ["#a3355a", "#d0708a"], ["#2c7a53",
    "#9ad1b2"],
  ["#5c5c5c", "#bbb"]].map(([day, night]) => `light-dark(${day}, ${night})`);

function ticks(low, high, count = 5) {
  const raw = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + 1e-9; at += step) found.push(Math.abs(at) < 1e-9 ? 0 : at);
  return found;
}

// series: [{name, values, strong}]; a value that is null is not known there; `at` says where values stand, else one
// after another
export function lineChart({ series, title, x, y, at: places = null, width = innerWidth < 600 ? 400 : 720,
  height = 300 }) {
  const all = series.flatMap((each) => each.values).filter((value) => value !== null);
  const last = (values) => values.findLast((value) => value !== null) ?? 0;
  const length = places?.at(-1) || Math.max(1, ...series.map((each) => each.values.length - 1));
  let low = Math.min(0, ...all);
  let high = Math.max(0, ...all);
  if (high - low < 1e-9) [low, high] = [low - 1, high + 1];
  const marks = ticks(low, high);
  const digits = marks.every((at) => at % 1 === 0) ? 0 : (marks[1] - marks[0]) % 0.1 < 1e-9
    || (marks[1] - marks[0]) >= 0.1 ? 1 : 2;
  const written = (value) => (digits ? value.toFixed(digits) : chips(value));
  const longest = Math.max(...marks.map((at) => written(at).length));
  const pad = { left: Math.max(52, 30 + 7.2 * longest), right: width < 600 ? 104 : 128, top: 14, bottom: 40 };
  const px = (at) => pad.left + ((width - pad.left - pad.right) * at) / length;
  const py = (value) => height - pad.bottom - ((height - pad.top - pad.bottom) * (value - low)) / (high - low);
  const grid = marks.map((at) => svg("g", {},
    svg("line", { class: at === 0 ? "zero" : "grid", x1: pad.left, x2: width - pad.right, y1: py(at), y2: py(at) }),
    svg("text", { x: pad.left - 8, y: py(at) + 4, "text-anchor": "end" }, written(at))));
  const below = ticks(0, length, 6).filter((at) => at % 1 === 0).map((at) =>
    svg("text", { x: px(at), y: height - pad.bottom + 18, "text-anchor": "middle" }, chips(at)));
  const ends = series.map((each, at) => ({ at, y: py(last(each.values)) })).sort((a, b) => a.y - b.y);
  ends.forEach((end, at) => { if (at) end.y = Math.max(end.y, ends[at - 1].y + 15); });
  const labels = new Map(ends.map((end) => [end.at, end.y]));
  const lines = series.map((each, at) => svg("g", { class: each.strong ? "line strong" : "line" },
    svg("polyline",
      { points: each.values.map((value,
            i) => (value === null ? "" : `${px(places ? places[i] : i).toFixed(1)},${py(value).toFixed(1)}`))
        .join(" "), style: { stroke: COLOURS[at % COLOURS.length] } }),
    svg("text", { x: width - pad.right + 8, y: labels.get(at) + 4, style: { fill: COLOURS[at % COLOURS.length] } },
      shortened(each.name, width < 600 ? 15 : 18))));
  return h("figure", { class: "chart" },
    svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title }, grid, below,
      svg("text", { x: (pad.left + width - pad.right) / 2, y: height - 5, "text-anchor": "middle" }, x),
      svg("text", { transform: `translate(13 ${(height - pad.bottom) / 2}) rotate(-90)`, "text-anchor": "middle" }, y),
        lines),
    h("figcaption", {}, title));
}

// A name that is too long is cut, and says so; the number at its end stays.
function shortened(name, most) {
  const number = name.match(/ \d+$/)?.[0] ?? "";
  return name.length <= most ? name : `${name.slice(0, most - 1 - number.length)}…${number}`;
}

// One figure between 0 and 1 with its interval.
export function interval({ mean, low, high }, { max = 1 } = {}) {
  const at = (value) => 2 + (116 * Math.min(max, Math.max(0, value))) / max;
  return svg("svg", { class: "interval", viewBox: "0 0 120 14", "aria-hidden": "true" },
    svg("line", { class: "grid", x1: 2, x2: 118, y1: 7, y2: 7 }),
    low === null ? null
      : svg("rect", { x: at(low), width: Math.max(1, at(high ?? max) - at(low)), y: 4, height: 6, rx: 3 }),
    mean === null ? null : svg("circle", { cx: at(mean), cy: 7, r: 3.6 }));
}

// An emblem for every agent, drawn by hand; people have the first letter of their name.
import { svg } from "./dom.js";

const FLAME = "M12 2c1 4 6 6 6 12a6 6 0 0 1-12 0c0-3 2-4 2-7 2 1 3 2 3 4 1-2 2-5 1-9Z";
const PEAKS = "M2 20 9 7l4 6 3-4 6 11Z";
const FISH = "M2 12c4-6 10-6 14-2l5-4v12l-5-4c-4 4-10 4-14-2Zm5-1.2a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4Z";
const SHARK = "M3 19c1-7 6-13 13-15-1 4-1 6 1 9 1 2 3 4 4 6-4-2-7-1-9 0s-6 1-9 0Z";
const SHELL = "M3 17c0-6 4-10 9-10s9 4 9 10H3Zm4-2 2-4m3 4V9m5 6-2-4";
const HAWK = "M2 7c4 0 7 1 10 5 3-4 6-5 10-5-2 5-5 7-8 8l-2 5-2-5c-3-1-6-3-8-8Z";
const DIE = "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Zm3.5 3a1.5 1.5 0 1 0 0 3 1.5 "
  + "1.5 0 0 0 0-3Z"
  + "m7 7a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3ZM12 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Z";
const UP = "M12 3l8 9h-5v9H9v-9H4Z";
const DOWN = "M12 21l-8-9h5V3h6v9h5Z";
const NOD = "M9.5 17 4 11.5l2-2 3.5 3.5L18 4.5l2 2Z";
const MASK = "M2 8c4-2 7-2 10 0 3-2 6-2 10 0 0 7-3 10-6 10-2 0-3-2-4-2s-2 2-4 2c-3 0-6-3-6-10Zm4.5 2.5c0 2 4 2.5 4 .5"
  + "-1-1.5-3-1.5-4-.5Zm11 0c-1-1-3-1-4 .5 0 2 4 1.5 4-.5Z";
const LEAF = "M4 20c0-9 5-15 16-16 0 11-6 16-13 15l6-8-7 7Z";
const HORSESHOE = "M6 21H4V11a8 8 0 0 1 16 0v10h-2l-2-1v-9a4 4 0 0 0-8 0v9Z";
const NODES = "M5 4a2.5 2.5 0 0 1 2.400 3.200l3.200 2.400a3 3 0 0 1 2.800 0l3.200-2.400a2.5 2.5 0 1 1 1 "
  + "1.300l-3.200 2.400a3 3 0 0 1-1.600"
  + " 4.800v2a2.5 2.5 0 1 1-1.600 0v-2a3 3 0 0 1-1.600-4.800L6.400 8.5A2.5 2.5 0 1 1 5 4Z";
const SCALES = "M11 3h2v2h6l3 7a3.5 3.5 0 0 1-7 0l2-5h-4v11h4v2H7v-2h4V7H7l2 5a3.5 3.5 0 0 1-7 0l3-7h6Z";
const WHEEL = "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm0 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm-1 1h2v12h-2ZM6 11h12v2H6Z";
const SWITCH = "M4 8h11V4l6 6-6 6v-4H4Zm0 8h5v4H4Z";

/** @type {Array<[RegExp, string, number]>} a name, what is drawn, and the hue of its disc */
const EMBLEMS = [
  [/^random/, DIE, 260], [/^always-call/, NOD, 200], [/^always-raise/, UP, 20], [/^always-fold/, DOWN, 220],
  [/^maniac/, FLAME, 8], [/^rock/, PEAKS, 215], [/^loose-passive/, FISH, 190], [/^loose-aggressive/, SHARK, 350],
  [/^tight-passive/, SHELL, 150], [/^tight-aggressive/, HAWK, 35], [/^loki/, MASK, 285], [/^evol/, LEAF, 120],
  [/^stud/, HORSESHOE, 40], [/^(ann|adaptive|twin)/, NODES, 175], [/equilibrium/, SCALES, 55],
  [/^bluff/, DIE, 100], [/^(switch|changing)/, SWITCH, 310],
];

/** The emblem of who sits in a seat; `person` draws a letter instead. */
export function emblem(name, { person = false } = {}) {
  const [, path, hue] = EMBLEMS.find(([pattern]) => pattern.test(name)) ?? [null, WHEEL, hash(name) % 360];
  const letter = name.match(/^loki-([a-f])/)?.[1]?.toUpperCase();
  return svg("svg", { class: "emblem", viewBox: "0 0 32 32", "aria-hidden": "true", focusable: "false" },
    svg("circle", { cx: 16, cy: 16, r: 15, style: { fill: `hsl(${person ? 42 : hue} 45% 32%)` } }),
    person ? svg("text", { x: 16, y: 22, "text-anchor": "middle" }, name.charAt(0).toUpperCase())
      : svg("path", { d: path, transform: "translate(5.5 5.5) scale(0.875)" }),
    letter ? svg("text", { class: "small", x: 25, y: 29, "text-anchor": "middle" }, letter) : null);
}

const hash = (text) => [...text].reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) % 9973, 7);

// The 169 starting hands as a grid of 13 by 13.
import { ask } from "./api.js";
import { h, percent, put } from "./dom.js";
import { STARTING } from "./texts/learning.js";

export const RANKS = "AKQJT98765432";

// The class of two cards by its place in the grid: suited above the diagonal, pairs on it.
export const className = (row, column) => (row === column ? RANKS[row] + RANKS[row]
  : row < column ? `${RANKS[row]}${RANKS[column]}s` : `${RANKS[column]}${RANKS[row]}o`);

/** A grid of the 169 classes; `shade` gives each a number from -1 to 1,
  `tell` is called with the one that is chosen. */
export function handGrid({ label, shade, text, tell }) {
  return h("div", { class: "hand-grid", role: "group", "aria-label": label }, RANKS.split("").flatMap((_, row) =>
    RANKS.split("").map((__, column) => {
      const name = className(row, column);
      const value = shade(name);
      return h("button", { type: "button", class: value >= 0 ? "earns" : "loses", title: text(name),
        "aria-label": text(name),
        style: { "--shade": `${Math.round(Math.min(1, Math.abs(value)) * 100)}%` }, onclick: () => tell(name) }, name);
    })));
}

export async function show(place) {
  const figures = await ask("/starting-hands");
  const told = h("p", { class: "told-hand", "aria-live": "polite" }, STARTING.hint);
  const grid = h("div", {});
  const players = h("select", { id: "players", onchange: () => draw() },
    figures.sizes.map((size) => h("option", { value: size, selected: size === 6 }, String(size))));
  const draw = () => {
    const hands = figures.hands[players.value];
    const words = (name) => STARTING.chosen(name, signedTo(hands[name].income), percent(hands[name].equity, 1),
      hands[name].rank);
    grid.replaceChildren(handGrid({ label: STARTING.grid, shade: (name) => hands[name].income, text: words,
      tell: (name) => { told.textContent = words(name); } }));
  };
  draw();
  put(place, h("h1", {}, STARTING.title), h("p", { class: "lead" }, STARTING.lead),
    h("section", { class: "paper" }, h("label", { class: "row start" }, STARTING.players, players), grid, told));
}

const signedTo = (value) => `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(2)}`;

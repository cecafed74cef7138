// What the others may hold: a grid of 13 by 13 for two cards, bars for anything else; street by street.
import { drawDie } from "./dice.js";
import { filled, h, percent } from "./dom.js";
import { handGrid } from "./starting_hands.js";
import { ANALYSIS } from "./texts/analysis.js";

/**
 * @typedef {object} Held
 * @property {number} seat
 * @property {string} source
 * @property {Record<string, number>} chances
 * @property {Record<string, number>} kept
 */

export class HoldsPanel {
  /**
   * @param {{ street: string, seats: Held[] }[]} streets
   * @param {Held[]} solved
   * @param {string[]} names
   * @param {boolean} dice
   */
  constructor(streets, solved, names, dice) {
    this.frames = [...streets, ...(solved.length ? [{ street: ANALYSIS.solver, seats: solved }] : [])]
      .filter((each) => each.seats.length);
    this.names = names;
    this.dice = dice;
    this.at = this.frames.length - 1;
    this.seat = this.frames.at(-1)?.seats[0]?.seat ?? null;
    this.body = h("div", {});
    this.element = h("section", { class: "paper holds" }, h("h2", {}, ANALYSIS.holds), this.body);
    this.draw();
  }

  draw() {
    if (!this.frames.length) {
      this.body.replaceChildren(h("p", { class: "hint" }, ANALYSIS.noHolds));
      return;
    }
    const frame = this.frames[this.at];
    const held = frame.seats.find((each) => each.seat === this.seat) ?? frame.seats[0];
    const told = h("p", { class: "told-hand", "aria-live": "polite" }, ANALYSIS.cellHint);
    const words = this.dice ? ANALYSIS.byDice : ANALYSIS.by;
    this.body.replaceChildren(
      tabs(ANALYSIS.streetTabs, this.frames.map((each, at) => [each.street, at === this.at, () => this.go(at)])),
      frame.seats.length > 1 ? tabs(ANALYSIS.seatTabs, frame.seats.map((each) => [this.names[each.seat],
        each === held, () => { this.seat = each.seat; this.draw(); }])) : "",
      h("p", { class: "hint" }, words[held.source]),
      Object.keys(held.kept).length ? this.grid(held, told) : this.bars(held),
      Object.keys(held.kept).length ? told : "");
  }

  go(at) {
    this.at = at;
    this.draw();
    this.body.querySelectorAll("[aria-pressed]")[at]?.focus();
  }

  grid({ seat, chances, kept }, told) {
    const text = (name) => ANALYSIS.cell(name, percent(chances[name] ?? 0, 1), percent(kept[name] ?? 0));
    return handGrid({ label: ANALYSIS.grid(this.names[seat]), shade: (name) => kept[name] ?? 0, text,
      tell: (name) => { told.textContent = `${text(name)}.`; } });
  }

  bars({ chances }) {
    const rows = Object.entries(chances).filter(([, share]) => share >= 0.001).sort((a, b) => b[1] - a[1]);
    return h("div", { class: "bars" }, rows.slice(0, 21).map(([name, share]) => h("div", { class: "bar" },
      this.dice ? h("span", { class: "minis" }, [...name].map((die) => drawDie(Number(die), { wild: die === "6" })))
        : h("span", {}, name),
      h("span", { class: "track", "aria-hidden": "true" }, h("span", { class: "fillet", style: filled(share) })),
      h("span", {}, percent(share, 1)))));
  }
}

const tabs = (label, list) => h("div", { class: "buttons tabs", role: "group", "aria-label": label },
  list.map(([text, on, go]) => h("button", { type: "button", class: on ? "gold" : "quiet",
    "aria-pressed": String(on), onclick: go }, text)));

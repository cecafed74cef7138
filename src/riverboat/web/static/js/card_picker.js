// Fifty-two cards to choose from, those that are taken greyed out.
import { cardName, drawCard } from "./cards.js";
import { h } from "./dom.js";
import { RANKS } from "./starting_hands.js";
import { ANALYSIS } from "./texts/analysis.js";

/**
 * Let somebody choose some cards, one after the other.
 * @param {{ title: string, count: number, taken: Set<string> }} wanted
 * @returns {Promise<string[] | null>}  The cards; null where the dialog was closed before.
 */
export function pickCards({ title, count, taken }) {
  return new Promise((resolve) => {
    const chosen = [];
    let found = null;
    const buttons = [..."shdc"].flatMap((suit) => [...RANKS].map((rank) => {
      const card = rank + suit;
      return h("button", { type: "button", "data-card": card, "aria-label": cardName(card), "aria-pressed": "false",
        disabled: taken.has(card), onclick: (event) => choose(card, event.currentTarget) }, drawCard(card));
    }));
    const choose = (card, button) => {
      const at = chosen.indexOf(card);
      if (at >= 0) chosen.splice(at, 1);
      else chosen.push(card);
      button.setAttribute("aria-pressed", String(at < 0));
      if (chosen.length === count) {
        found = chosen;
        dialog.close();
      }
    };
    const dialog = h("dialog", { class: "card-picker", "aria-labelledby": "picker-title" },
      h("h2", { id: "picker-title" }, title), h("div", { class: "deck" }, buttons),
      h("form", { method: "dialog" }, h("button", { class: "quiet" }, ANALYSIS.close)));
    dialog.addEventListener("close", () => { dialog.remove(); resolve(found); });
    document.body.append(dialog);
    dialog.showModal();
  });
}

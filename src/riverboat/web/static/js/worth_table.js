// What each action is worth: solved or estimated, with its error, beside what it gives away.
import { amount, h, percent, signedAmount } from "./dom.js";
import { ANALYSIS } from "./texts/analysis.js";

/**
 * @typedef {object} WorthRow
 * @property {string} action
 * @property {string} words
 * @property {number} value
 * @property {number} error
 * @property {number} cost
 * @property {boolean} fine
 * @property {number | null} share
 *
 * @typedef {object} Worths
 * @property {"solved" | "estimated"} kind
 * @property {string} unit
 * @property {string} assumption
 * @property {WorthRow[]} actions
 */

/**
 * @param {Worths} worths
 * @param {{ chosen?: string | null, most?: number }} [more]  The action that was taken; how many rows at most.
 */
export function worthTable({ kind, unit, assumption, actions }, { chosen = null, most = 12 } = {}) {
  const all = [...actions].sort((a, b) => b.value - a.value);
  const rows = all.slice(0, most);
  const taken = all.find((each) => each.action === chosen);
  if (taken && !rows.includes(taken)) rows[rows.length - 1] = taken;
  const solved = rows.some((each) => each.share !== null);
  const { columns } = ANALYSIS;
  return h("div", { class: "worth-table" },
    h("p", {}, h("span", { class: `badge ${kind === "solved" ? "confirmed" : "far"}` }, ANALYSIS.kinds[kind]), " ",
      h("small", {}, assumption.replace(/^(Solved|Estimated): (.)/, (_, __, first) => first.toUpperCase()))),
    h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": ANALYSIS.worth }, h("table", {},
      h("thead", {}, h("tr", {}, [columns.action, columns.value, columns.cost, ...(solved ? [columns.share] : [])]
        .map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, rows.map((each, at) => h("tr", { class: each.action === chosen ? "chosen" : "" },
        h("th", { scope: "row" }, each.words, " ", at === 0 ? h("span", { class: "badge confirmed" }, ANALYSIS.best)
          : each.fine ? h("span", { class: "badge" }, ANALYSIS.fine) : null),
        h("td", { class: "number-cell" }, signedAmount(each.value),
          each.error ? h("small", {}, ` ± ${amount(each.error)}`) : null),
        h("td", { class: each.fine ? "" : "lost" }, amount(each.cost)),
        solved ? h("td", {}, each.share === null ? "" : percent(each.share)) : null))))),
    h("p", { class: "hint" }, actions.some((each) => each.action === "fold") ? ANALYSIS.units(unit)
      : ANALYSIS.unitsOpen(unit)));
}

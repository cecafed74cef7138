// What is known of an opponent at this table: figures with their samples, and the hands they showed.
import { ask } from "./api.js";
import { interval } from "./charts.js";
import { h, percent } from "./dom.js";
import { emblem } from "./emblems.js";
import { minis } from "./session.js";
import { SESSION } from "./texts/page.js";
import { HUD, TABLE } from "./texts/table.js";

export async function openHud(table, seat) {
  const name = table.table.names[seat];
  const body = h("div", { class: "hud-body" }, h("p", { class: "hint" }, "…"));
  const dialog = h("dialog", { class: "hud", "aria-labelledby": "hud-title" },
    h("h2", { id: "hud-title" }, emblem(name), name), body,
    h("form", { method: "dialog", class: "buttons" }, h("button", { class: "gold" }, TABLE.close),
      h("a", { class: "button quiet", href: `#/table/${table.id}/session`, onclick: () => dialog.close() },
        HUD.lookBack)));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  try {
    const found = await ask(`/tables/${table.id}/players/${seat}`);
    body.replaceChildren(...told(found, table.kind.figures));
  } catch (error) {
    body.replaceChildren(h("p", { class: "error" }, error.message));
  }
}

function told({ line, statistics, shown, hands, strength }, figures) {
  const rows = figures.filter(([key]) => statistics?.[key]?.mean !== null && statistics?.[key] !== undefined);
  return [
    line ? h("p", {}, line) : null,
    strength ? h("p", { class: "hint" }, strength) : null,
    h("h3", {}, HUD.stats, " ", h("small", {}, HUD.hands(hands))),
    rows.length ? h("table", {}, h("tbody", {}, rows.map(([key, name, meaning, max]) => {
      const figure = statistics[key];
      return h("tr", {}, h("th", { scope: "row" }, name, h("small", {}, meaning)),
        h("td", {}, max === 1 ? percent(figure.mean) : figure.mean.toFixed(1), " ", interval(figure, { max }),
          h("small", {}, SESSION.of(figure.n))));
    }))) : h("p", { class: "hint" }, HUD.none),
    h("h3", {}, HUD.seen),
    shown.length ? h("ul", { class: "shown-hands" }, shown.map((each) => h("li", {}, `${each.number}: `,
      minis(each.cards),
      " ", h("small", {}, each.words)))) : h("p", { class: "hint" }, HUD.nothingShown),
  ].filter(Boolean);
}

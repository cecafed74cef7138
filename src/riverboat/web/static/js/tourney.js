// A tournament that one sits in: the blinds, who is left, and how it ended.
import { chips, h } from "./dom.js";
import { TABLE, TOURNEY } from "./texts/table.js";

export const tournamentWords = (now) => [TOURNEY.blinds(...now.blinds), TOURNEY.left(now.left, now.entrants)]
  .join(" · ");

// What stands under the table once one is out, or all is over.
export function placesTable(table, now) {
  if (!now.place) return [];
  const words = now.place === 1 ? TOURNEY.youWin(now.entrants, now.points[table.you])
    : TOURNEY.youOut(now.place, now.entrants, now.points[table.you]);
  return [h("p", { class: "finish-line", role: "status" }, words),
    now.over ? h("button", { type: "button", class: "gold", id: "places", onclick: () => openPlaces(table, now) },
      TOURNEY.over) : h("button", { type: "button", class: "calm", id: "finish",
      onclick: () => table.line.send({ type: "finish", turn: table.now.turn }) }, TOURNEY.finish),
    now.over ? h("a", { class: "button quiet", href: "#/tournament" }, TOURNEY.another) : null].filter(Boolean);
}

function openPlaces(table, now) {
  const rows = now.places.map((place, seat) => ({ place, seat })).filter((each) => each.place)
    .sort((one, other) => one.place - other.place);
  const dialog = h("dialog", { class: "places-dialog", "aria-labelledby": "places-title" },
    h("h2", { id: "places-title" }, TOURNEY.over),
    h("table", {}, h("thead", {}, h("tr", {}, TOURNEY.columns.map((text, at) => h("th",
      { scope: "col", class: at === 2 ? "number" : "" }, text)))),
    h("tbody", {}, rows.map(({ place, seat }) => h("tr", { class: seat === table.you ? "you" : "" },
      h("td", {}, TOURNEY.place(place)), h("th", { scope: "row" }, table.felt.who(seat)),
      h("td", { class: "number" }, chips(now.points[seat])))))),
    h("form", { method: "dialog", class: "buttons" }, h("button", { class: "gold" }, TABLE.close)));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

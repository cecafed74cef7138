// A session so far: the graph, the statistics with their intervals, and every hand.
import { ask } from "./api.js";
import { drawCard } from "./cards.js";
import { interval, lineChart } from "./charts.js";
import { h, put, percent, plural, signed } from "./dom.js";

const FIGURES = [
  ["vpip", "VPIP", "put chips in of one's own will before the flop or on the first street", 1],
  ["pfr", "PFR", "bet or raised on the first street", 1],
  ["aggression_factor", "AF", "bets and raises for each call, on later streets", 6],
  ["went_to_showdown", "WTSD", "went to showdown, of hands that saw the second street", 1],
  ["won_at_showdown", "W$SD", "won at showdown", 1],
];

export const minis = (cards) => h("span", { class: "minis" }, cards.map((card) => drawCard(card)));

export async function show(place, id) {
  const [session, list] = await Promise.all([ask(`/tables/${id}/session`), ask(`/tables/${id}/hands?limit=100`)]);
  const you = session.names[0];
  put(place,
    h("p", { class: "crumbs" }, h("a", { href: `#/table/${id}` }, "Back to the table")),
    h("section", { class: "paper" }, h("h1", {}, "Looking back"),
      session.hands ? graph(session, you) : h("p", {}, "No hand has been played to its end here."),
      h("p", { class: "buttons" }, session.hands ? h("a", { class: "button quiet", href: `/api/tables/${id}/phh`, download: "" }, "Export all hands (PHH)") : null)),
    session.hands ? h("section", { class: "paper" }, h("h2", {}, "How everyone plays"), statistics(session)) : null,
    Object.keys(session.beliefs).length ? h("section", { class: "paper" }, h("h2", {}, "What your opponents believe of you"), beliefs(session.beliefs)) : null,
    session.hands ? h("section", { class: "paper" }, h("h2", {}, plural(list.count, "hand")), hands(id, list.hands)) : null);
}

// Opponents who keep models count what you do in each situation, and play by it.
function beliefs(models) {
  return Object.entries(models).map(([name, model]) => h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": `What ${name} believes` }, h("table", {},
    h("caption", {}, `${name} has counted what you did, and expects more of it:`),
    h("thead", {}, h("tr", {}, ["situation", "fold", "call or check", "bet or raise", "seen"].map((text, at) => h("th", { scope: "col", class: at ? "number" : "" }, text)))),
    h("tbody", {}, model.map((each) => [each, each.folds + each.calls + each.raises]).filter(([, seen]) => seen).map(([each, seen]) => h("tr", {}, h("th", { scope: "row" }, each.situation),
      [each.folds, each.calls, each.raises].map((count) => h("td", { class: "number" }, percent(count / seen))), h("td", { class: "number" }, String(seen))))))));
}

function graph(session, you) {
  const series = session.names.map((name) => ({ name: name === you ? "You" : name, values: [0, ...session.bankrolls[name]], strong: name === you }));
  const end = session.bankrolls[you].at(-1) ?? 0;
  return lineChart({ series, title: `You ${end < 0 ? "lost" : "won"} ${Math.abs(end).toFixed(1)} small bets in ${plural(session.hands, "hand")}.`, x: "hands", y: "small bets won" });
}

function statistics(session) {
  const cell = (figure, max) => h("td", {}, figure.mean === null ? h("span", { class: "hint" }, "not yet") : [
    max === 1 ? percent(figure.mean) : figure.mean.toFixed(1), " ", interval(figure, { max }),
    h("small", {}, ` of ${figure.n}`)]);
  return h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Statistics" }, h("table", { class: "statistics" },
    h("caption", {}, "The dot is the figure, the bar its 95 % interval; a wide bar means that few hands have been seen."),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "player"), FIGURES.map(([, name, line]) => h("th", { scope: "col" }, h("abbr", { title: line }, name))))),
    h("tbody", {}, session.names.map((name, at) => h("tr", {}, h("th", { scope: "row" }, at ? name : "You"),
      FIGURES.map(([key, , , max]) => cell(session.statistics[name][key], max)))))));
}

function hands(id, list) {
  return h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Hands" }, h("table", {},
    h("thead", {}, h("tr", {}, ["hand", "your cards", "board", "end", "won", ""].map((text) => h("th", { scope: "col", class: text === "won" ? "number" : "" }, text)))),
    h("tbody", {}, list.map((hand) => h("tr", {},
      h("th", { scope: "row" }, String(hand.number)), h("td", {}, minis(hand.cards)), h("td", {}, minis(hand.board)),
      h("td", {}, hand.folded ? "you folded" : hand.showdown ? "showdown" : "all folded"),
      h("td", { class: `number ${hand.net < 0 ? "lost" : "won"}` }, signed(hand.net)),
      h("td", {}, h("a", { href: `#/table/${id}/hand/${hand.number}`, "aria-label": `Look back at hand ${hand.number}` }, "Look back")))))));
}

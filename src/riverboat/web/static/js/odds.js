// Odds of hands and ranges: what the terminal's `riverboat odds` answers.
import { ask } from "./api.js";
import { filled, h, percent, put } from "./dom.js";
import { ODDS } from "./texts/learning.js";

export async function show(place) {
  const hands = h("input", { id: "odds-hands", value: ODDS.examples[0][0], autocomplete: "off" });
  const board = h("input", { id: "odds-board", autocomplete: "off" });
  const opponents = h("input", { id: "odds-opponents", type: "number", min: 0, max: 9, value: "" });
  const error = h("p", { class: "error", role: "alert" });
  const found = h("div", { "aria-live": "polite" });
  const button = h("button", { class: "gold" }, ODDS.go);
  const go = async () => {
    error.textContent = "";
    button.disabled = true;
    button.textContent = ODDS.working;
    try {
      const body = { hands: hands.value, board: board.value };
      if (opponents.value) body.opponents = Number(opponents.value);
      found.replaceChildren(table(await ask("/odds", { method: "POST", body })));
    } catch (refusal) {
      error.textContent = refusal.message;
    }
    button.disabled = false;
    button.textContent = ODDS.go;
  };
  put(place, h("h1", {}, ODDS.title), h("p", { class: "lead" }, ODDS.lead),
    h("form", { class: "paper odds-form", onsubmit: (event) => { event.preventDefault(); go(); } },
      h("label", {}, ODDS.hands, hands), h("label", {}, ODDS.board, board), h("label", {}, ODDS.opponents, opponents),
      h("p", { class: "buttons" }, button, error),
      h("p", { class: "buttons hint" }, ODDS.try, ODDS.examples.map(([text, cards]) => h("button",
        { type: "button", class: "quiet", onclick: () => { hands.value = text; board.value = cards; go(); } },
        cards ? `${text} · ${cards}` : text)))),
    found);
}

function table({ players, method, simulations }) {
  const range = (each) => (each !== null && typeof each === "object"
    ? [percent(each.mean, 1), h("small", {}, ODDS.range(percent(each.low, 1), percent(each.high, 1)))] : percent(each,
      1));
  const mean = (each) => (each !== null && typeof each === "object" ? each.mean : each);
  return h("section", { class: "paper" }, h("table", {},
    h("caption", {}, method === "exact" ? ODDS.exact : ODDS.simulated(simulations)),
    h("thead", {}, h("tr", {}, ODDS.columns.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, players.map((each) => h("tr", {}, h("th", { scope: "row" }, each.hand),
      h("td", { class: "share" }, range(each.equity), h("span", { class: "progress", "aria-hidden": "true" },
        h("i", { style: filled(mean(each.equity)) }))),
      h("td", {}, range(each.win)), h("td", {}, range(each.tie)))))));
}

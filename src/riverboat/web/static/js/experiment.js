// The partner paper's experiment for people: consent, two sets of games, two questions, the result.
import { ask } from "./api.js";
import { lineChart } from "./charts.js";
import { h, put, signed, tone } from "./dom.js";
import { ours } from "./studies.js";
import { Table } from "./table.js";
import { GAME_RULES } from "./texts/learning.js";
import { TAKE_PART } from "./texts/page.js";

export async function show(place) {
  const view = new Experiment(place);
  await view.next(await ask("/experiment"));
  return () => view.leave();
}

// What the server says comes next, and what shows it.
const STAGES = { new: "consent", check: "check", practice: "play", playing: "play", questions: "questions",
  done: "result", left: "left" };

class Experiment {
  constructor(place) {
    this.place = place;
  }

  leave() {
    this.table?.leave();
    this.table = null;
  }

  async next(state) {
    this.leave();
    this.place.replaceChildren();
    await this[STAGES[state.state]](state);
    const title = this.place.querySelector("h1");
    if (title) title.tabIndex = -1;
  }

  consent(state) {
    const box = h("input", { type: "checkbox", id: "consent" });
    const button = h("button",
      { type: "button", class: "gold", disabled: true,
        onclick: async () => this.next(await ask("/experiment", { method: "POST", body: { consent: true } })) },
      TAKE_PART.begin);
    box.addEventListener("change", () => { button.disabled = !box.checked; });
    put(this.place, h("section", { class: "paper narrow" }, h("h1", {}, TAKE_PART.title),
      h("p", { class: "lead" },
        TAKE_PART.lead),
      h("ol", {}, TAKE_PART.steps(state.games).map((text) => h("li", {}, text))),
      h("p", {}, TAKE_PART.time, " ", h("a", { href: "#/rules/stud" }, TAKE_PART.rules)),
      h("h2", {}, TAKE_PART.kept),
      h("p", {}, TAKE_PART.keptLine),
      h("p", {}, h("label", { class: "row check" }, box, h("span", {}, TAKE_PART.agree))),
      h("p", { class: "buttons" }, button)));
  }

  async play(state) {
    const practice = state.state === "practice";
    this.noted = { asked: 0, cautioned: 0 };
    const bar = h("i", { style: { "--share": `${(100 * (state.game - 1)) / state.games}%` } });
    const told = h("strong", {}, "");
    const head = h("section", { class: "paper study-head" },
      h("p", {}, told, practice ? TAKE_PART.practising : state.partner ? TAKE_PART.with : TAKE_PART.without),
      h("div", { class: "progress", "aria-hidden": "true" }, bar), this.withdraw());
    const room = h("div", { class: "view" });
    put(this.place, head, room);
    const tell = (game) => {
      const number = Math.min(game, state.games);
      told.textContent = practice ? TAKE_PART.practice(number, state.games)
        : TAKE_PART.part(state.part, number, state.games);
      bar.style.setProperty("--share", `${(100 * (game - 1)) / state.games}%`);
    };
    tell(state.game);
    this.table = new Table(room, state.table, { experiment: {
      withPartner: state.partner,
      onAsk: () => { this.noted.asked += 1; },
      onCaution: (answer) => { this.noted.cautioned = answer === "told" ? 1 : 2; },
      onAct: (now, action) => this.note(now, action, state),
      onShow: (now, more) => {
        tell(now.hand);
        if (now.phase === "between" && now.hand >= state.games && !more) this.finish();
      },
    } });
    await this.table.ready;
  }

  // How the partner was used before a decision; only games that count, and only those with the partner.
  note(now, action, state) {
    const { asked, cautioned } = this.noted;
    this.noted = { asked: 0, cautioned: 0 };
    if (state.state !== "playing" || !state.partner) return;
    const { said, given } = this.table.partner;
    const advised = said?.turn === now.turn ? said.advice.action.text
      : given?.turn === now.turn ? given.action.text : "";
    const body = { game: Math.min(now.hand, state.games), turn: now.turn, asked: Math.min(asked, 1000), cautioned,
      followed: advised === action ? 1 : 0, action };
    ask("/experiment/log", { method: "POST", body }).catch(() => {}); // a note that is lost stops nobody
  }

  // The rules, and whether they were understood: the games come when every answer is right.
  check(state) {
    const wrong = new Set(state.wrong);
    const form = h("form", { onsubmit: async (event) => {
      event.preventDefault();
      const data = new FormData(form);
      const answers = Object.fromEntries(state.questions.map((each) => [each.key, Number(data.get(each.key))]));
      this.next(await ask("/experiment/check", { method: "POST", body: { answers } }));
    } }, state.questions.map((each) => h("fieldset", {}, h("legend", {}, each.text,
      wrong.has(each.key) ? h("span", { class: "lost" }, ` ${TAKE_PART.wrong}`) : ""),
    h("div", { class: "scale" }, each.options.map((text, at) => h("label", {}, h("input",
      { type: "radio", name: each.key, value: at, required: true }), text))))),
    h("p", { class: "buttons" }, h("button", { class: "gold" }, TAKE_PART.checkSend)));
    put(this.place, h("section", { class: "paper narrow" }, h("h1", {}, TAKE_PART.rulesTitle),
      h("ul", { class: "rules" }, GAME_RULES.stud[1].map((text) => h("li", {}, text)))),
    h("section", { class: "paper narrow" }, h("h2", {}, TAKE_PART.checkTitle),
      h("p", { class: wrong.size ? "error" : "hint", role: "status" }, wrong.size ? TAKE_PART.checkWrong(wrong.size)
        : TAKE_PART.checkLead), form, this.withdraw()));
  }

  finish() {
    const { controls } = this.table;
    controls.between = false;
    controls.buttons.replaceChildren(h("button",
      { type: "button", class: "gold", id: "part-done", onclick: async () => this.next(await ask("/experiment")) },
      TAKE_PART.partDone));
  }

  questions(state) {
    const form = h("form", { onsubmit: async (event) => {
      event.preventDefault();
      const data = new FormData(form);
      const body = Object.fromEntries(state.questions.map((each) => [each.key, Number(data.get(each.key))]));
      this.next(await ask("/experiment/answers", { method: "POST", body: { ...body, comment: data.get("comment") } }));
    } }, state.questions.map((each) => h("fieldset", {}, h("legend", {}, each.text),
      h("div", { class: "scale" }, each.scale.map((text, at) =>
      h("label", {}, h("input", { type: "radio", name: each.key, value: at + 1, required: true }), text))))),
    h("label", {}, TAKE_PART.comment, h("input", { name: "comment", maxlength: 2000 })),
    h("p", { class: "buttons" }, h("button", { class: "gold" }, TAKE_PART.send)));
    put(this.place, h("section", { class: "paper narrow" }, h("h1", {}, TAKE_PART.questions), form));
  }

  result(state) {
    const gain = state.with - state.without;
    const sums = (points) => points.reduce((found, each) => [...found, found.at(-1) + each], [0]);
    put(this.place,
      h("section", { class: "paper" },
        h("h1", {}, gain > 0 ? TAKE_PART.gained : gain < 0 ? TAKE_PART.lostIt : TAKE_PART.even),
      h("p", { class: "lead" },
        TAKE_PART.result(signed(state.with), signed(state.without)),
        h("strong", { class: tone(gain), id: "gain" }, signed(gain)), "."),
      state.capped ? h("p", {}, TAKE_PART.robust(state.capped.cap, signed(state.capped.with - state.capped.without),
        state.rank_gain)) : null,
      lineChart({ title: TAKE_PART.chart, x: TAKE_PART.games, y: TAKE_PART.points,
        series: [...state.points].sort((a, b) => b.partner - a.partner)
        .map((part) =>
          ({ name: TAKE_PART.series[part.partner ? 0 : 1], values: sums(part.points), strong: part.partner })) })),
    h("section", { class: "paper" }, h("h2", {}, TAKE_PART.everyone),
      h("table", {},
        h("thead", {}, h("tr", {}, TAKE_PART.columns.map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {},
          state.everyone.map((each) => h("tr", {}, h("th", { scope: "row" }, each.name),
              h("td", {}, ours(each.ours)), h("td", {}, String(each.paper ?? "")))))),
      h("p", { class: "hint" }, TAKE_PART.analysis)),
    this.withdraw());
  }

  left() {
    put(this.place, h("section", { class: "paper narrow" }, h("h1", {}, TAKE_PART.left),
      h("p", {}, TAKE_PART.leftLine),
      h("p", { class: "buttons" },
        h("button",
          { type: "button", class: "gold",
            onclick: async () => this.next(await ask("/experiment", { method: "POST", body: { consent: true } })) },
          TAKE_PART.again)),
      this.withdraw()));
  }

  withdraw() {
    return h("details", { class: "withdraw" }, h("summary", {}, TAKE_PART.withdraw),
      h("p", {}, TAKE_PART.withdrawLine),
      h("p", { class: "buttons" },
        h("button",
          { type: "button", id: "withdraw",
            onclick: async () => { await ask("/experiment", { method: "DELETE" }); this.next(await ask("/experiment"));
              } }, TAKE_PART.delete)));
  }
}

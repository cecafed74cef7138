// The partner paper's experiment for people: consent, two sets of games, two questions, the result.
import { ask } from "./api.js";
import { lineChart } from "./charts.js";
import { h, put, signed } from "./dom.js";
import { set, settings } from "./settings.js";
import { ours } from "./studies.js";
import { Table } from "./table.js";

export async function show(place) {
  const view = new Experiment(place);
  await view.next(await ask("/experiment"));
  return () => view.leave();
}

class Experiment {
  constructor(place) {
    this.place = place;
  }

  leave() {
    this.table?.leave();
    this.table = null;
    if (this.silent !== undefined) set({ silent: this.silent });
  }

  async next(state) {
    this.leave();
    this.place.replaceChildren();
    await this[{ new: "consent", playing: "play", questions: "questions", done: "result", left: "left" }[state.state]](
      state);
    const title = this.place.querySelector("h1");
    if (title) title.tabIndex = -1;
  }

  consent(state) {
    const box = h("input", { type: "checkbox", id: "consent" });
    const button = h("button",
      { type: "button", class: "gold", disabled: true,
        onclick: async () => this.next(await ask("/experiment", { method: "POST", body: { consent: true } })) },
      "Begin");
    box.addEventListener("change", () => { button.disabled = !box.checked; });
    put(this.place, h("section", { class: "paper narrow" }, h("h1", {}, "Take part in the study"),
      h("p", { class: "lead" },
        "Does a partner who advises make people play better? Osone and Onisawa asked twelve people. "
          + "You can be one more."),
      h("ol", {},
        h("li", {},
          `You play seven-card stud for points, ${state.games} games with the partner and ${state.games} without. `
            + "Which comes first is decided by your number."),
        h("li", {},
          "The deals were prepared: half of each set is won at the showdown, half lost. Everyone plays the same ones."),
        h("li", {}, "Then there are two questions, and you see what the partner was worth to you.")),
      h("p", {}, "It takes about half an hour; you can stop at any time and go on later in this browser."),
      h("h2", {}, "What is kept"),
      h("p", {}, "Your decisions, your points, your two answers and a comment if you write one. No name, no address; "
        + "you are known by this browser's cookie alone. You can have all of it deleted at any time, with one button "
        + "on this page."),
      h("p", {}, h("label", { class: "row check" }, box, h("span", {},
        "I want to take part, and I agree that this is kept and analysed together with what others did."))),
      h("p", { class: "buttons" }, button)));
  }

  async play(state) {
    this.silent = settings().silent;
    set({ silent: false });
    const bar = h("i", { style: { "--share": `${(100 * (state.game - 1)) / state.games}%` } });
    const told = h("strong", {}, "");
    const head = h("section", { class: "paper study-head" },
      h("p", {}, told, state.partner ? " With the partner: ask it whatever you like."
        : " Without the partner: decide alone."),
      h("div", { class: "progress", "aria-hidden": "true" }, bar), this.withdraw());
    const room = h("div", { class: "view" });
    put(this.place, head, room);
    const tell = (game) => {
      told.textContent = `Part ${state.part} of 2, game ${Math.min(game, state.games)} of ${state.games}.`;
      bar.style.setProperty("--share", `${(100 * (game - 1)) / state.games}%`);
    };
    tell(state.game);
    this.table = new Table(room, state.table, { experiment: {
      withPartner: state.partner,
      onAct: () => {}, onAsk: () => {}, onCaution: () => {},
      onShow: (now, more) => {
        tell(now.hand);
        if (now.phase === "between" && now.hand >= state.games && !more) this.finish();
      },
    } });
    await this.table.ready;
  }

  finish() {
    const { controls } = this.table;
    controls.between = false;
    controls.buttons.replaceChildren(h("button",
      { type: "button", class: "gold", id: "part-done", onclick: async () => this.next(await ask("/experiment")) },
      "This part is done: go on"));
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
    h("label", {}, "Anything else you want to say (you needn't)", h("input", { name: "comment", maxlength: 2000 })),
    h("p", { class: "buttons" }, h("button", { class: "gold" }, "Send")));
    put(this.place, h("section", { class: "paper narrow" }, h("h1", {}, "Two questions"), form));
  }

  result(state) {
    const gain = state.with - state.without;
    const sums = (points) => points.reduce((found, each) => [...found, found.at(-1) + each], [0]);
    put(this.place,
      h("section", { class: "paper" },
        h("h1", {}, gain > 0 ? "You gained with the partner" : gain < 0 ? "You did better alone"
          : "It made no difference"),
      h("p", { class: "lead" },
        `With the partner ${signed(state.with)} points, without ${signed(state.without)}: a gain of `,
        h("strong", { class: gain < 0 ? "lost" : "won", id: "gain" }, signed(gain)), "."),
      lineChart({ title: "Your points, game by game.", x: "games", y: "points",
        series: [...state.points].sort((a, b) => b.partner - a.partner)
        .map((part) =>
          ({ name: part.partner ? "with partner" : "without", values: sums(part.points), strong: part.partner })) })),
    h("section", { class: "paper" }, h("h2", {}, "Everyone so far"),
      h("table", {},
        h("thead", {}, h("tr", {}, ["", "here", "the paper"].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {},
          state.everyone.map((each) => h("tr", {}, h("th", { scope: "row" }, each.name),
              h("td", {}, ours(each.ours)), h("td", {}, String(each.paper ?? "")))))),
      h("p", { class: "hint" }, "riverboat study partner --people prints the analysis.")),
    this.withdraw());
  }

  left() {
    put(this.place, h("section", { class: "paper narrow" }, h("h1", {}, "You left the study's table"),
      h("p", {}, "The study can't go on without it. You can begin again, which deletes what was kept of you in it, "
        + "or only have that deleted."),
      h("p", { class: "buttons" },
        h("button",
          { type: "button", class: "gold",
            onclick: async () => this.next(await ask("/experiment", { method: "POST", body: { consent: true } })) },
          "Begin again")),
      this.withdraw()));
  }

  withdraw() {
    return h("details", { class: "withdraw" }, h("summary", {}, "Have my data deleted"),
      h("p", {}, "Everything that was kept of you in this study is deleted at once, for good."),
      h("p", { class: "buttons" },
        h("button",
          { type: "button", id: "withdraw",
            onclick: async () => { await ask("/experiment", { method: "DELETE" }); this.next(await ask("/experiment"));
              } }, "Delete it")));
  }
}

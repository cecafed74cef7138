// A tournament with live standings: the server tells of every few rounds, we show them one after another.
import { ask } from "./api.js";
import { chips, filled, h, put } from "./dom.js";

const FIELD = ["tight-aggressive", "tight-passive", "loose-aggressive", "loose-passive"];

export async function show(place) {
  const { agents } = await ask("/lobby");
  const able = agents.filter((agent) => agent.games.includes("holdem-nolimit"));
  const view = new Tournament(able);
  put(place, h("h1", {}, "Tournament"),
    h("p", { class: "lead" },
      "No-limit Hold'em with rising blinds; tables are broken and balanced until one player has all chips."),
    view.form, view.board);
  return () => { view.gone = true; };
}

class Tournament {
  constructor(agents) {
    this.gone = false;
    this.field = h("div", { class: "scale" },
      agents.map((agent) => h("label", { title: agent.line }, h("input",
            { type: "checkbox", value: agent.name, checked: FIELD.includes(agent.name) }), agent.name)));
    this.entrants = h("input", { id: "entrants", type: "number", min: 2, max: 1000, value: 200 });
    this.seed = h("input", { id: "tournament-seed", type: "number", min: 0, value: 1 });
    this.error = h("p", { class: "error", role: "alert" });
    this.button = h("button", { class: "gold" }, "Shuffle up and deal");
    this.board = h("section", { class: "paper", hidden: true, "aria-live": "off" });
    this.form = h("form", { class: "paper choices", onsubmit: (event) => { event.preventDefault(); this.go(); } },
      h("fieldset", {}, h("legend", {}, "The field"), this.field),
      h("fieldset", { class: "stakes" }, h("legend", {}, "Size"), h("label", {}, "Entrants", this.entrants),
        h("label", {}, "Seed", this.seed)),
      h("p", { class: "buttons wide" }, this.button, this.error));
  }

  async go() {
    this.error.textContent = "";
    this.button.disabled = true;
    const names = [...this.field.querySelectorAll("input:checked")].map((each) => each.value);
    try {
      if (!names.length) throw new Error("Choose at least one agent for the field.");
      await this.stream({ agents: names, entrants: Number(this.entrants.value), seed: Number(this.seed.value) || 0 });
    } catch (error) {
      this.error.textContent = error.message;
    }
    this.button.disabled = false;
  }

  async stream(body) {
    const answer = await fetch("/api/tournament",
      { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error((await answer.json()).detail);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    let shown = 0;
    this.board.hidden = false;
    for (;;) {
      const { value, done } = await reader.read();
      rest += value ?? "";
      const lines = rest.split("\n");
      rest = lines.pop();
      for (const line of lines) {
        if (this.gone) { reader.cancel(); return; }
        const told = JSON.parse(line);
        const wait = shown + 140 - performance.now();
        if (wait > 0 && told.type === "standing") await new Promise((resolve) => setTimeout(resolve, wait));
        shown = performance.now();
        if (told.type === "error") throw new Error(told.text);
        if (told.type === "standing") this.standing(told);
        else this.end(told);
      }
      if (done) return;
    }
  }

  standing(now) {
    const most = Math.max(...now.field.map((each) => each.chips));
    const rows = [...now.field].sort((a, b) => b.chips - a.chips).map((each) => h("tr", {},
      h("th", { scope: "row" }, each.name),
      h("td", { class: "number" }, `${chips(each.left)} of ${chips(each.of)}`),
      h("td", { class: "share" },
        h("span", { class: "progress" }, h("i", { style: filled(most ? each.chips / most : 0) }))),
      h("td", { class: "number" }, each.left ? chips(each.chips / each.left) : "out")));
    this.board.replaceChildren(h("h2", {},
      `${chips(now.left)} of ${chips(now.of)} left at ${chips(now.tables)} ${now.tables === 1 ? "table" : "tables"}`),
      h("div", { class: "progress", role: "img", "aria-label": `${now.of - now.left} of ${now.of} are out` },
        h("i", { style: filled((now.of - now.left) / now.of) })),
      h("p", {}, `Round ${chips(now.round)}, blinds ${chips(now.blinds[0])}/${chips(now.blinds[1])}. `,
        h("strong", {}, now.leader), ` leads with ${chips(now.leader_chips)}.`),
      h("table", {},
        h("thead", {},
          h("tr", {},
            ["field", "left", "chips together", "chips each"].map((text, at) => h("th",
              { scope: "col", class: at === 1 || at === 3 ? "number" : "" }, text)))), h("tbody", {}, rows)));
  }

  end(told) {
    this.board.replaceChildren(h("h2", {}, `${told.places[0].name} wins`),
      h("p", {}, `${chips(told.hands)} hands were played.`),
      h("ol", { class: "places" }, told.places.map((each) => h("li", { value: Math.round(each.place) }, each.name))),
      h("h3", {}, "Mean place of the field"),
      h("table", {},
        h("thead", {},
          h("tr", {},
            ["field", "players", "mean place", "best"].map((text, at) => h("th",
              { scope: "col", class: at ? "number" : "" }, text)))),
        h("tbody", {},
          [...told.players].sort((a, b) => a.mean - b.mean).map((each) => h("tr", {},
              h("th", { scope: "row" }, each.name), h("td", { class: "number" }, chips(each.copies)),
              h("td", { class: "number" }, each.mean.toFixed(1)), h("td", { class: "number" }, String(each.best)))))));
  }
}

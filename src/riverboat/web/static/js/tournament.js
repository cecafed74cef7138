// A tournament with live standings: the server tells of every few rounds, we show them one after another.
import { ask } from "./api.js";
import { chips, filled, h, put } from "./dom.js";
import { set, settings } from "./settings.js";
import { LOBBY, TOURNAMENT } from "./texts/page.js";

const FIELD = ["tight-aggressive", "tight-passive", "loose-aggressive", "loose-passive"];

export async function show(place) {
  const { agents, tournament } = await ask("/lobby");
  const able = agents.filter((agent) => agent.games.includes(tournament));
  const view = new Tournament(able);
  put(place, h("h1", {}, TOURNAMENT.title),
    h("p", { class: "lead" },
      TOURNAMENT.lead),
    entering(tournament), h("h2", {}, TOURNAMENT.watchTitle), view.form, view.board);
  return () => { view.gone = true; };
}

// A tournament to sit in: one table, agents of the usual field, and seats for friends.
function entering(game) {
  const number = (id, value, max) => h("input", { id, type: "number", min: id === "friends" ? 0 : 2, max, value });
  const [players, friends] = [number("players", 6, 10), number("friends", 0, 9)];
  const stack = h("input", { id: "start-stack", type: "number", min: 20, max: 100000, value: 500 });
  const speed = h("select", { id: "speed" }, TOURNAMENT.speeds.map(([value, text]) => h("option", { value }, text)));
  const name = h("input", { id: "tourney-name", maxlength: 30, autocomplete: "off",
    value: settings().name === "You" ? "" : settings().name });
  const error = h("p", { class: "error", role: "alert" });
  const enter = async (event) => {
    event.preventDefault();
    error.textContent = "";
    const [seats, people] = [Number(players.value), Number(friends.value)];
    const agents = Array.from({ length: Math.max(0, seats - 1 - people) }, (_, at) => FIELD[at % FIELD.length]);
    if (name.value.trim()) set({ name: name.value.trim() });
    try {
      if (people && !name.value.trim()) throw new Error(LOBBY.needName);
      const table = await ask("/tables", { method: "POST", body: { game, opponents: agents, level_hands:
        Number(speed.value), stack: Number(stack.value), small: 5, big: 10, name: settings().name || "You",
      ...(people ? { friends: people } : {}) } });
      location.hash = `#/table/${table.id}`;
    } catch (refusal) {
      error.textContent = refusal.message;
    }
  };
  return h("form", { class: "paper choices enter", onsubmit: enter },
    h("fieldset", { class: "stakes" }, h("legend", {}, TOURNAMENT.playTitle),
      h("p", { class: "hint" }, TOURNAMENT.playLead),
      [[TOURNAMENT.players, players], [TOURNAMENT.friends, friends], [TOURNAMENT.stack, stack],
        [TOURNAMENT.speed, speed], [LOBBY.name, name]].map(([text, input]) => h("label", {}, text, input))),
    h("p", { class: "buttons wide" }, h("button", { class: "gold", id: "enter" }, TOURNAMENT.enter), error));
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
    this.button = h("button", { class: "gold" }, TOURNAMENT.start);
    this.board = h("section", { class: "paper", hidden: true, "aria-live": "off" });
    this.form = h("form", { class: "paper choices", onsubmit: (event) => { event.preventDefault(); this.go(); } },
      h("fieldset", {}, h("legend", {}, TOURNAMENT.field), this.field),
      h("fieldset", { class: "stakes" }, h("legend", {}, TOURNAMENT.size), h("label", {}, TOURNAMENT.entrants,
        this.entrants),
        h("label", {}, TOURNAMENT.seed, this.seed)),
      h("p", { class: "buttons wide" }, this.button, this.error));
  }

  async go() {
    this.error.textContent = "";
    this.button.disabled = true;
    const names = [...this.field.querySelectorAll("input:checked")].map((each) => each.value);
    try {
      if (!names.length) throw new Error(TOURNAMENT.nobody);
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
      h("td", { class: "number" }, TOURNAMENT.of(each.left, each.of)),
      h("td", { class: "share" },
        h("span", { class: "progress" }, h("i", { style: filled(most ? each.chips / most : 0) }))),
      h("td", { class: "number" }, each.left ? chips(each.chips / each.left) : TOURNAMENT.isOut)));
    this.board.replaceChildren(h("h2", {},
      TOURNAMENT.left(now.left, now.of, now.tables)),
      h("div", { class: "progress", role: "img", "aria-label": TOURNAMENT.out(now.of - now.left, now.of) },
        h("i", { style: filled((now.of - now.left) / now.of) })),
      h("p", {}, TOURNAMENT.round(now.round, ...now.blinds),
        h("strong", {}, now.leader), TOURNAMENT.leads(now.leader_chips)),
      h("table", {},
        h("thead", {},
          h("tr", {},
            TOURNAMENT.columns.map((text, at) => h("th",
              { scope: "col", class: at === 1 || at === 3 ? "number" : "" }, text)))), h("tbody", {}, rows)));
  }

  end(told) {
    this.board.replaceChildren(h("h2", {}, TOURNAMENT.wins(told.places[0].name)),
      h("p", {}, TOURNAMENT.played(told.hands)),
      h("ol", { class: "places" }, told.places.map((each) => h("li", { value: Math.round(each.place) }, each.name))),
      h("h3", {}, TOURNAMENT.finish),
      h("table", {},
        h("thead", {},
          h("tr", {},
            TOURNAMENT.finishColumns.map((text, at) => h("th",
              { scope: "col", class: at ? "number" : "" }, text)))),
        h("tbody", {},
          [...told.players].sort((a, b) => a.mean - b.mean).map((each) => h("tr", {},
              h("th", { scope: "row" }, each.name), h("td", { class: "number" }, chips(each.copies)),
              h("td", { class: "number" }, each.mean.toFixed(1)), h("td", { class: "number" }, String(each.best)))))));
  }
}

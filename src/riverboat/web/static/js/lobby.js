// The lobby: sit down with one click, or choose the game, the opponents and the stakes.
import { ask } from "./api.js";
import { h, put, plural, signed } from "./dom.js";
import { drawDie } from "./dice.js";
import { drawCard } from "./cards.js";
import { set, settings } from "./settings.js";

export async function show(place) {
  const lobby = await ask("/lobby");
  const form = new TableForm(lobby);
  put(place, 
    h("section", { class: "hero" },
      h("div", {},
        h("h1", {}, "Take a seat"),
        h("p", { class: "lead" },
          "Cards and dice against the players of five papers. Nothing to install, nothing to sign, no money: "
            + "only chips."),
        h("p", { class: "buttons" },
          h("button",
            { class: "gold large", type: "button", id: "play-now", onclick: () => sit({}) },
            "Play now"),
          h("span", { class: "hint" }, "limit Hold'em, six seats, five opponents with different habits"))),
      h("div", { class: "fan", "aria-hidden": "true" }, ["Ah", "Kh", "Qh", "Jh", "Th"].map((card) => drawCard(card)))),
    lobby.tables.length ? mine(lobby.tables) : null,
    form.element);
}

let opening = null; // the table that has been asked for: a double click opens one, not two

async function sit(asked) {
  opening ??= ask("/tables", { method: "POST", body: { name: settings().name || "You", ...asked } });
  try {
    location.hash = `#/table/${(await opening).id}`;
  } finally {
    opening = null;
  }
}

function mine(tables) {
  const list = h("ul", { class: "tables" });
  for (const table of tables) {
    const standing = table.standing;
    const row = h("li", {},
      h("a", { class: "go", href: `#/table/${table.id}` }, h("strong", {}, table.title),
        h("span", {}, `against ${table.opponents.join(", ")}`)),
      h("span", { class: "score" },
        standing ? `${plural(standing.hands, table.hand_name)}, ${signed(standing.net)}`
        : "not begun",
        standing?.in_hand ? h("em", {}, `a ${table.hand_name} waits for you`) : null),
      standing?.hands ? h("a", { class: "button quiet", href: `#/table/${table.id}/session` }, "Look back") : null,
      h("button",
        { class: "quiet", type: "button", "aria-label": `Leave the table ${table.title}`, onclick: async () => {
        await ask(`/tables/${table.id}`, { method: "DELETE" });
        row.remove();
        if (!list.children.length) list.closest("section").remove();
      } }, "Leave"));
    list.append(row);
  }
  return h("section", { class: "paper" }, h("h2", {}, "Your tables"), list);
}

class TableForm {
  constructor(lobby) {
    this.lobby = lobby;
    this.game = lobby.games[0];
    this.opponents = [...this.game.opponents];
    this.body = h("div", { class: "choices" });
    this.error = h("p", { class: "error", role: "alert" });
    this.element = h("section", { class: "paper" }, h("h2", {}, "Choose a table"), this.games(), this.body, this.error);
    this.draw();
  }

  games() {
    return h("fieldset", { class: "games" }, h("legend", {}, "Game"), this.lobby.games.map((game) =>
      h("label", { class: "game" },
        h("input", { type: "radio", name: "game", value: game.name, checked: game === this.game, onchange: () => {
          this.game = game;
          this.opponents = [...game.opponents];
          this.draw();
        } }),
        h("span", { class: "faces", "aria-hidden": "true" },
          game.dice ? [drawDie(5), drawDie(6, { wild: true })] : game.faces.map((card) => drawCard(card))),
        h("span", { class: "words" }, h("strong", {}, game.title), h("small", {}, game.line)))));
  }

  draw() {
    const { game } = this;
    const agents = this.lobby.agents.filter((agent) => agent.games.includes(game.name));
    const seats = h("ol", { class: "opponents", start: 2 },
      this.opponents.map((name, at) => this.seat(agents, name, at)));
    const full = this.opponents.length + 1 >= game.seats.most;
    const fixed = game.seats.least === game.seats.most;
    this.body.replaceChildren(
      h("fieldset", {},
        h("legend", {}, fixed ? "Your opponent" : `Who sits there (${this.opponents.length + 1} seats with you)`),
        seats,
        fixed ? null : h("p", { class: "buttons" },
          h("button", { type: "button", class: "quiet", disabled: full, onclick: () => this.add() }, "Add a seat"),
          h("button",
            { type: "button", class: "quiet", disabled: this.opponents.length + 1 <= game.seats.least,
              onclick: () => { this.opponents.pop(); this.draw(); } }, "Take one away"))),
      h("fieldset", { class: "stakes" }, h("legend", {}, game.stack ? "Stakes" : "Points without limit"),
        game.stack ? [
          this.number("small", `Small ${game.stakes_name.slice(0, -1)}`, game.stakes[0]),
          this.number("big", `Big ${game.stakes_name.slice(0, -1)}`, game.stakes[1]),
          this.number("stack", "Buy in for", game.stack),
          h("p", { class: "hint" }, "Who is broke buys in again; that is said and counted."),
        ] : h("p", { class: "hint" }, "A running score: nobody can go broke."),
        game.dice ? h("label", {}, "Dice each",
          h("input", { id: "dice", type: "number", min: game.dice.least, max: game.dice.most, value: 1 })) : null,
        game.dice ? h("label", {}, "A match", h("span", { class: "row check" },
          h("input", { id: "match", type: "checkbox" }), h("small", {},
            "who loses a round loses a die, until one has all that are left"))) : null,
        game.choices.map((choice) => this.choice(choice.name, choice.title, choice.words)),
        game.partner_kinds.length > 1
          ? this.choice("partner_kind", "Your partner", game.partner_kinds) : null,
        h("label", {}, "Your name",
          h("input", { id: "name", maxlength: 30, value: settings().name, autocomplete: "off",
              onchange: (event) => set({ name: event.target.value.trim() || "You" }) })),
        h("details", {}, h("summary", {}, "Practice"),
          h("label", {}, "Seed",
            h("input", { id: "seed", inputmode: "numeric", placeholder: "none: fresh cards", autocomplete: "off" })),
          h("p", { class: "hint" },
            "The same seed deals the same cards again. Whoever knows it can work out every card: for practice only."))),
      h("p", { class: "buttons wide" },
        h("button", { class: "gold", type: "button", id: "sit-down", onclick: () => this.sit() }, "Sit down")));
  }

  seat(agents, name, at) {
    const card = (chosen) => {
      const agent = agents.find((each) => each.name === chosen);
      const figure = agent?.exploitability.find((each) => each.game === this.game.name);
      return (agent?.line ?? "") + (figure ? `. Its best opponent wins ${figure.words}` : "");
    };
    const line = h("small", {}, card(name));
    return h("li", {}, h("select", { "aria-label": `Seat ${at + 2}`, onchange: (event) => {
      this.opponents[at] = event.target.value;
      line.textContent = card(event.target.value);
    } }, agents.map((agent) => h("option", { value: agent.name, selected: agent.name === name }, agent.name))), line);
  }

  add() {
    const usual = this.game.opponents;
    this.opponents.push(usual[this.opponents.length % usual.length]);
    this.draw();
  }

  number(id, label, value) {
    return h("label", {}, label, h("input", { id, type: "number", min: 1, max: 1000000, value }));
  }

  // A word to choose among a few, each with what it means; the first is the usual one.
  choice(id, label, words) {
    return h("label", {}, label, h("select", { id },
      words.map((word) => h("option", { value: word.name }, `${word.name}: ${word.line}`))));
  }

  async sit() {
    const asked = { game: this.game.name, opponents: this.opponents };
    for (const id of ["small", "big", "stack", "dice"]) {
      const input = this.body.querySelector(`#${id}`);
      if (input) asked[id] = Number(input.value);
    }
    for (const id of [...this.game.choices.map((choice) => choice.name), "partner_kind"]) {
      const select = this.body.querySelector(`#${id}`);
      if (select) asked[id] = select.value;
    }
    if (this.game.dice) asked.match = this.body.querySelector("#match").checked;
    const seed = this.body.querySelector("#seed").value.trim();
    if (seed) asked.seed = Number(seed);
    this.error.textContent = "";
    try {
      if (seed && !/^\d{1,15}$/.test(seed)) throw new Error(`"${seed}" is no seed: a seed is a whole number.`);
      await sit(asked);
    } catch (error) {
      this.error.textContent = error.message;
    }
  }
}


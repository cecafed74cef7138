// The lobby: sit down with one click, or choose the game, the opponents and the stakes.
import { able, seated } from "./able.js";
import { ask } from "./api.js";
import { capital, h, put, plural, signed, tone } from "./dom.js";
import { drawDie } from "./dice.js";
import { drawCard } from "./cards.js";
import { emblem } from "./emblems.js";
import { set, settings } from "./settings.js";
import { LOBBY } from "./texts/page.js";

const FEW = 5; // tables that are shown at once
const FRIEND = "friend"; // a seat for somebody who has the link

export async function show(place) {
  const lobby = await ask("/lobby");
  const form = new TableForm(lobby);
  const error = h("p", { class: "error", role: "alert" });
  const button = h("button", { class: "gold large", type: "button", id: "play-now",
    onclick: () => sit({}, { button, error }) }, LOBBY.playNow);
  put(place,
    h("section", { class: "hero" },
      h("div", {},
        h("h1", {}, LOBBY.title),
        h("p", { class: "lead" }, LOBBY.lead),
        h("p", { class: "buttons" }, button, h("span", { class: "hint" }, LOBBY.playNowLine)), error),
      h("div", { class: "fan", "aria-hidden": "true" }, ["Ah", "Kh", "Qh", "Jh", "Th"].map((card) => drawCard(card)))),
    h("ul", { class: "features" }, LOBBY.features.map(([title, line, href]) => h("li", {},
      h("a", { href }, h("strong", {}, title), h("span", {}, line))))),
    lobby.tables.length ? mine(lobby.tables, LOBBY.tables) : null,
    form.element,
    lobby.left?.length ? h("details", { class: "paper left-tables" }, h("summary", {}, LOBBY.left),
      rows(lobby.left, { left: true })) : null);
}

let opening = null; // the table that has been asked for: a double click opens one, not two

async function sit(asked, { button, error }) {
  const label = button.textContent;
  error.textContent = "";
  button.disabled = true;
  button.textContent = LOBBY.opening;
  opening ??= ask("/tables", { method: "POST", body: { name: settings().name || "You", ...asked } });
  try {
    location.hash = `#/table/${(await opening).id}`;
  } catch (refusal) {
    error.textContent = refusal.message;
    button.disabled = false;
    button.textContent = label;
  } finally {
    opening = null;
  }
}

function mine(tables, title) {
  const list = rows(tables.slice(0, FEW));
  const more = tables.length > FEW ? h("button", { type: "button", class: "quiet", onclick: () => {
    list.replaceWith(rows(tables));
    more.remove();
  } }, LOBBY.showAll(tables.length)) : null;
  return h("section", { class: "paper my-tables" }, h("h2", {}, title), list, more);
}

function rows(tables, { left = false } = {}) {
  const list = h("ul", { class: "tables" });
  for (const table of tables) {
    const { standing } = table;
    const row = h("li", {},
      left ? h("span", { class: "go" }, words(table)) : h("a", { class: "go", href: `#/table/${table.id}` },
        words(table)),
      h("span", { class: "score" },
        left ? plural(table.hands, table.hand_name) : standing ? [`${plural(standing.hands, table.hand_name)} · `,
          h("b", { class: tone(standing.net) },
          signed(standing.net))] : LOBBY.notStarted,
        standing?.in_hand && !left ? h("em", {}, (table.shared ? LOBBY.waitingShared : LOBBY.waiting)(
          capital(table.hand_name))) : null),
      standing?.hands || left ? h("a", { class: "button quiet", href: `#/table/${table.id}/session` }, LOBBY.lookBack)
        : h("span", {}),
      left ? null : h("button", { class: "quiet", type: "button", "aria-label": LOBBY.leaveNamed(table.title),
        onclick: () => leaving(table, () => {
          row.remove();
          if (!list.children.length) list.closest("section").remove();
        }) }, LOBBY.leave));
    list.append(row);
  }
  return list;
}

const words = (table) => [h("strong", {}, table.title), h("span", {}, LOBBY.against(table.opponents.join(", ")))];

// Leaving asks first: what happens to the hands is the player's choice.
function leaving(table, done) {
  const go = async (forget) => {
    await ask(`/tables/${table.id}${forget ? "?forget=true" : ""}`, { method: "DELETE" });
    dialog.close();
    done();
  };
  const dialog = h("dialog", { "aria-labelledby": "leave-title", "aria-describedby": "leave-text" },
    h("h2", { id: "leave-title" }, LOBBY.leaveTitle),
    h("p", { id: "leave-text" }, LOBBY.leaveText),
    h("form", { method: "dialog", class: "buttons" },
      h("button", { type: "button", class: "gold", onclick: () => go(false) }, LOBBY.leaveYes),
      h("button", { type: "button", onclick: () => go(true) }, LOBBY.leaveForget),
      h("button", { class: "quiet" }, LOBBY.stay)));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

class TableForm {
  constructor(lobby) {
    this.lobby = lobby;
    this.game = lobby.games[0];
    this.opponents = [...this.game.opponents];
    this.dice = 1;
    this.set = null; // a named set of the game's rules
    this.told = "";
    this.body = h("div", { class: "choices" });
    this.error = h("p", { class: "error", role: "alert" });
    this.element = h("section", { class: "paper" }, h("h2", {}, LOBBY.form), this.games(), this.body, this.error);
    this.draw();
  }

  games() {
    const [small, large] = [true, false].map((wanted) => this.lobby.games.filter((game) => game.small === wanted));
    return h("fieldset", { class: "games" }, h("legend", {}, LOBBY.game), large.map((game) => this.card(game)),
      small.length ? h("details", { class: "small-games" }, h("summary", {}, LOBBY.smallGames),
        h("div", { class: "games" }, small.map((game) => this.card(game)))) : null);
  }

  card(game) {
    return h("label", { class: "game" },
      h("input", { type: "radio", name: "game", value: game.name, checked: game === this.game, onchange: () => {
        this.game = game;
        this.opponents = [...game.opponents];
        this.dice = 1;
        this.set = null;
        this.match = false;
        this.told = "";
        this.draw();
      } }),
      h("span", { class: "faces", "aria-hidden": "true" },
        game.dice ? [drawDie(5), drawDie(6, { wild: true })] : game.faces.map((card) => drawCard(card))),
      h("span", { class: "words" }, h("strong", {}, game.title), h("small", {}, game.line)));
  }

  // Who sits there: drawn again by itself, so that what is being clicked elsewhere stays in its place.
  drawSeats() {
    const { game } = this;
    const agents = able(this.lobby.agents, game, { seats: this.opponents.length + 1, dice: this.dice, set: this.set });
    const found = seated(this.opponents.filter((name) => name !== FRIEND), agents, game);
    this.opponents = this.opponents.map((name) => (name === FRIEND ? name : found.names.shift()));
    this.told = found.from ? LOBBY.swapped(found.from, found.to) : "";
    const seats = h("ol", { class: "opponents", start: 2 },
      this.opponents.map((name, at) => this.seat(agents, name, at)));
    const full = this.opponents.length + 1 >= game.seats.most;
    const fixed = game.seats.least === game.seats.most;
    this.seats.replaceChildren(
        h("legend", {}, fixed ? LOBBY.opponent : LOBBY.opponents(this.opponents.length + 1)), seats,
        h("p", { class: "hint swapped", role: "status" }, this.told),
        fixed ? null : h("p", { class: "buttons" },
          h("button", { type: "button", class: "quiet", disabled: full, onclick: () => this.add() }, LOBBY.addSeat),
          h("button", { type: "button", class: "quiet", disabled: this.opponents.length + 1 <= game.seats.least,
            onclick: () => { this.opponents.pop(); this.drawSeats(); } }, LOBBY.removeSeat)));
  }

  draw() {
    const { game } = this;
    this.seats = h("fieldset", {});
    this.drawSeats();
    this.body.replaceChildren(this.seats,
      h("fieldset", { class: "stakes" }, h("legend", {}, game.stack ? LOBBY.stakes : LOBBY.scoring), this.stakes(),
        game.choices.map((choice) => this.choice(choice.name, choice.title, choice.words)),
        this.set?.choices.map((choice) => this.choice(choice.name, choice.title, choice.words,
          ({ line }) => capital(line))),
        game.partner_kinds.length > 1 ? this.choice("partner_kind", LOBBY.partner, game.partner_kinds) : null,
        h("label", {}, LOBBY.name,
          h("input", { id: "name", maxlength: 30, value: settings().name, autocomplete: "off",
            onchange: (event) => set({ name: event.target.value.trim() || "You" }) })),
        h("details", {}, h("summary", {}, LOBBY.practice),
          h("label", {}, LOBBY.seed,
            h("input", { id: "seed", inputmode: "numeric", placeholder: LOBBY.seedEmpty, autocomplete: "off" })),
          h("p", { class: "hint" }, LOBBY.seedLine))),
      h("p", { class: "buttons wide" },
        h("button", { class: "gold", type: "button", id: "sit-down",
          onclick: (event) => this.sit(event.currentTarget) },
          LOBBY.sitDown)));
  }

  stakes() {
    const { game } = this;
    const of = game.stakes_name.slice(0, -1);
    if (game.stack) return [this.number("small", LOBBY.small(of), game.stakes[0]),
      this.number("big", LOBBY.big(of), game.stakes[1]), this.number("stack", LOBBY.buyIn, game.stack),
      h("p", { class: "hint" }, LOBBY.rebuy), game.tournament ? this.tournament() : null];
    return [h("p", { class: "hint" }, this.set ? LOBBY.toTheEnd : LOBBY.points), this.ruleSets(), game.dice ? [
      h("label", {}, LOBBY.dice, h("input", { id: "dice", type: "number", min: game.dice.least, max: game.dice.most,
        value: this.dice, oninput: (event) => {
          this.dice = Number(event.target.value) || 1;
          this.drawSeats();
        } })),
      h("label", {}, LOBBY.match, h("span", { class: "row check" }, h("input", { id: "match", type: "checkbox",
        checked: this.match, onchange: (event) => { this.match = event.target.checked; } }),
      h("small", {}, LOBBY.matchLine)))] : null];
  }

  // Rules that people know by a name: choosing one brings its dice, and its rules to choose among.
  ruleSets() {
    if (!this.game.rule_sets.length) return null;
    return h("label", {}, LOBBY.rules, h("select", { id: "rules", onchange: (event) => {
      this.set = this.game.rule_sets.find((each) => each.name === event.target.value) ?? null;
      this.dice = this.set?.dice ?? 1;
      this.match = this.set?.match ?? false;
      this.opponents = this.set ? Array(3).fill(this.game.fallback) : [...this.game.opponents];
      this.draw();
      this.body.querySelector("#rules").focus();
    } }, h("option", { value: "" }, LOBBY.usualRules(this.game.title)), this.game.rule_sets.map((each) => h("option",
      { value: each.name, selected: each === this.set }, `${each.title}: ${each.line}`))));
  }

  tournament() {
    const hands = h("label", { hidden: true }, LOBBY.levelHands, h("input", { id: "level-hands", type: "number", min: 1,
      max: 100, value: 10 }));
    return [h("label", {}, LOBBY.tournament, h("span", { class: "row check" }, h("input", { id: "tournament",
      type: "checkbox", onchange: (event) => { hands.hidden = !event.target.checked; } }),
    h("small", {}, LOBBY.tournamentLine))), hands];
  }

  seat(agents, name, at) {
    const card = (chosen) => {
      if (chosen === FRIEND) return LOBBY.friendLine;
      const agent = agents.find((each) => each.name === chosen);
      const figure = agent?.exploitability.find((each) => each.game === this.game.name);
      return capital(agent?.line ?? "") + (figure && !this.set ? LOBBY.best(figure.words) : "");
    };
    const line = h("small", {}, card(name));
    const drawn = (chosen) => emblem(chosen === FRIEND ? "?" : chosen, { person: chosen === FRIEND });
    let face = drawn(name);
    return h("li", {}, face, h("select", { "aria-label": LOBBY.seat(at + 2), onchange: (event) => {
      this.opponents[at] = event.target.value;
      line.textContent = card(event.target.value);
      const next = drawn(event.target.value);
      face.replaceWith(next);
      face = next;
    } }, agents.map((agent) => h("option", { value: agent.name, selected: agent.name === name }, agent.name)),
    h("option", { value: FRIEND, selected: name === FRIEND }, LOBBY.friend)), line);
  }

  add() {
    const usual = this.game.opponents;
    this.opponents.push(usual[this.opponents.length % usual.length]);
    this.drawSeats();
  }

  number(id, label, value) {
    return h("label", {}, label, h("input", { id, type: "number", min: 1, max: 1000000, value }));
  }

  // A word to choose among a few, each with what it means; the first is the usual one.
  choice(id, label, words, told = (word) => `${word.name}: ${word.line}`) {
    return h("label", {}, label, h("select", { id },
      words.map((word) => h("option", { value: word.name }, told(word)))));
  }

  async sit(button) {
    const agents = this.opponents.filter((name) => name !== FRIEND);
    const asked = { game: this.game.name, opponents: agents };
    if (agents.length < this.opponents.length) asked.friends = this.opponents.length - agents.length;
    if (asked.friends && (settings().name || "You") === "You") {
      this.error.textContent = LOBBY.needName;
      this.body.querySelector("#name").focus();
      return;
    }
    if (this.body.querySelector("#tournament")?.checked) {
      asked.level_hands = Number(this.body.querySelector("#level-hands").value);
    }
    for (const id of ["small", "big", "stack", "dice"]) {
      const input = this.body.querySelector(`#${id}`);
      if (input) asked[id] = Number(input.value);
    }
    for (const id of [...this.game.choices.map((choice) => choice.name), "partner_kind"]) {
      const select = this.body.querySelector(`#${id}`);
      if (select) asked[id] = select.value;
    }
    if (this.set) {
      asked.rules = this.set.name;
      asked.choices = Object.fromEntries(this.set.choices.map(({ name }) => [name,
        this.body.querySelector(`#${name}`).value]));
    }
    if (this.game.dice) asked.match = this.body.querySelector("#match").checked;
    const seed = this.body.querySelector("#seed").value.trim();
    if (seed) asked.seed = Number(seed);
    if (seed && !/^\d{1,15}$/.test(seed)) {
      this.error.textContent = LOBBY.badSeed(seed);
      return;
    }
    await sit(asked, { button, error: this.error });
  }
}

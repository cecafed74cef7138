// Watching agents: every card open, and beside each decision what Loki (at Bluff the partner) would have seen and done.
import { ask } from "./api.js";
import { h, percent, put } from "./dom.js";
import { KINDS, capital } from "./kinds.js";
import { numbers, sentences } from "./partner.js";
import { Replayer } from "./replayer.js";

export async function show(place) {
  const lobby = await ask("/lobby");
  const stage = h("div", { class: "view" });
  const view = new Watch(lobby, stage);
  put(place, h("h1", {}, "Watch"),
    h("p", { class: "lead" },
      "Let agents play each other with open cards. At Hold'em Loki explains every decision: what it would have seen, "
        + "what it would have done, and why. At Bluff the partner does."), view.form, stage);
  return () => view.replayer?.pause();
}

class Watch {
  constructor(lobby, stage) {
    this.lobby = lobby;
    this.stage = stage;
    this.game = h("select", { id: "watch-game", onchange: () => this.fill() },
      lobby.games.map((game) => h("option", { value: game.name }, game.title)));
    this.agents = h("div", { class: "scale" });
    this.dice = h("input", { id: "watch-dice", type: "number", min: 1, max: 5, value: 1 });
    this.diceRow = h("label", {}, "Dice each", this.dice);
    this.seed = h("input", { id: "watch-seed", type: "number", min: 0, value: 1 });
    this.error = h("p", { class: "error", role: "alert" });
    this.button = h("button", { class: "gold" }, "Deal five hands");
    this.form = h("form", { class: "paper choices", onsubmit: (event) => { event.preventDefault(); this.go(); } },
      h("fieldset", {}, h("legend", {}, "Who plays"), this.agents,
        h("p", { class: "buttons" }, h("button", { type: "button", class: "quiet", onclick: () => this.add() },
          "Add a seat"),
          h("button",
            { type: "button", class: "quiet",
              onclick: () => { if (this.agents.children.length > 2) this.agents.lastChild.remove(); } },
            "Take one away"))),
      h("fieldset", { class: "stakes" }, h("legend", {}, "What"), h("label", {}, "Game", this.game), this.diceRow,
        h("label", {}, "Seed", this.seed)),
      h("p", { class: "buttons wide" }, this.button, this.error));
    this.fill();
  }

  get wording() {
    return KINDS[this.found.pieces].watch[0];
  }

  get found() {
    return this.lobby.games.find((game) => game.name === this.game.value);
  }

  fill() {
    this.diceRow.hidden = !this.found.dice;
    this.button.textContent = this.wording;
    const { watched, opponents, seats } = this.found;
    const names = watched.length ? watched : [...opponents, ...opponents].slice(0, Math.max(2, seats.least));
    this.agents.replaceChildren(...names.map((name, at) => this.select(name, at)));
  }

  select(chosen, at) {
    const agents = this.lobby.agents.filter((agent) => agent.games.includes(this.found.name));
    return h("select", { "aria-label": `Seat ${at + 1}`, style: { width: "11rem" } },
      agents.map((agent) => h("option", { value: agent.name, selected: agent.name === chosen }, agent.name)));
  }

  add() {
    const at = this.agents.children.length;
    if (at < this.found.seats.most) this.agents.append(this.select(this.agents.lastChild.value, at));
  }

  async go() {
    this.error.textContent = "";
    this.button.disabled = true;
    this.button.textContent = KINDS[this.found.pieces].watch[1];
    try {
      const body = { game: this.game.value, agents: [...this.agents.children].map((each) => each.value),
        seed: Number(this.seed.value) || 0, hands: 5 };
      if (this.found.dice) body.dice = Number(this.dice.value) || 1;
      this.session = await ask("/watch", { method: "POST", body });
      this.seed.value = Number(this.seed.value) + 1;
      this.hand(0);
    } catch (error) {
      this.error.textContent = error.message;
    }
    this.button.disabled = false;
    this.button.textContent = this.wording;
  }

  hand(at) {
    this.replayer?.pause();
    const hand = this.session.hands[at];
    const tell = TELL[hand.pieces];
    const why = h("div", { class: "explained", "aria-live": "polite" });
    this.replayer = new Replayer({
      names: hand.names, steps: hand.steps, end: hand.end, number: hand.number,
      pieces: hand.pieces, scored: hand.scored, you: null,
      onStep: (step) => why.replaceChildren(...tell(hand.decisions[step - 1], hand.decisions.length > 0)),
    });
    const tabs = h("div", { class: "buttons", role: "group", "aria-label": "Hands" },
      this.session.hands.map((each, i) =>
      h("button",
        { type: "button", class: i === at ? "gold" : "quiet", "aria-pressed": String(i === at),
          onclick: () => this.hand(i) }, `${capital(each.hand_name)} ${each.number}`)));
    this.stage.replaceChildren(tabs, h("div", { class: "replay" }, this.replayer.element,
      h("div", { class: "beside" },
        h("section", { class: "paper" }, h("h2", {}, KINDS[hand.pieces].watch[2]), why))));
    this.replayer.play();
  }
}

// Bluff: what a partner beside the player would have said, who knows what that player knows.
function judge(decision) {
  if (!decision) return [h("p", { class: "hint" }, "What the partner thinks of each bid stands here.")];
  return [
    h("p", {}, h("strong", {}, decision.player), `: ${decision.done}.`),
    h("p", {}, decision.caution ? ["The partner would ", h("strong", {}, decision.advice.action.words), "."]
      : "The partner has nothing against it."),
    numbers(decision.cost.numbers),
    sentences(decision.caution?.sentences ?? decision.advice.sentences.slice(1)),
  ];
}

function explain(decision, some) {
  if (!decision) return [h("p", { class: "hint" }, some ? "The explanation of each action stands here."
    : "Loki plays Hold'em: it has nothing to say to this game.")];
  const facts = decision.board
    ? [["hand strength", decision.hs], ["against all opponents", decision.hsn],
      ["chance to improve (Ppot)", decision.ppot], ["chance to fall behind (Npot)", decision.npot],
      ["effective strength (EHS)", decision.ehs], ["pot odds", decision.pot_odds]]
    : [["better starting hands", decision.share], ["plays up to", decision.limit]];
  const same = decision.would.split(" ")[0] === decision.did.split(" ")[0];
  return [
    h("p", {}, h("strong", {}, decision.player), `, ${decision.street}: ${decision.did}.`),
    h("p", {}, same ? "Loki would do the same: " : ["Loki would ", h("strong", {}, decision.would), ": "],
      decision.rule, "."),
    h("dl", { class: "facts-list" },
      facts.filter(([, value]) => value !== null).flatMap(([name, value]) => [h("dt", {}, name),
          h("dd", {}, percent(value, 1))])),
    decision.opponents.map((each) => h("p", { class: "hint" },
      `${each.player}: ahead of it ${percent(each.hs)}; likeliest ${each.likeliest.slice(0, 5).join(", ")}.`)),
  ].flat();
}

const TELL = { cards: explain, dice: judge };

// Watching agents: every card open, and beside each decision what Loki (at Bluff the partner) would have seen and done.
import { able, seated } from "./able.js";
import { ask } from "./api.js";
import { capital, h, percent, put } from "./dom.js";
import { KINDS } from "./kinds.js";
import { numbers, sentences } from "./partner.js";
import { Replayer } from "./replayer.js";
import { LOBBY, LOKI_RULES, WATCH } from "./texts/page.js";

export async function show(place) {
  const lobby = await ask("/lobby");
  const stage = h("div", { class: "view" });
  const view = new Watch(lobby, stage);
  put(place, h("h1", {}, WATCH.title),
    h("p", { class: "lead" },
      WATCH.lead), view.form, stage);
  return () => view.replayer?.pause();
}

class Watch {
  constructor(lobby, stage) {
    this.lobby = lobby;
    this.stage = stage;
    this.game = h("select", { id: "watch-game", onchange: () => this.choose() },
      lobby.games.map((game) => h("option", { value: game.name }, game.title)));
    this.agents = h("div", { class: "scale" });
    this.told = h("p", { class: "hint swapped", role: "status" });
    this.dice = h("input", { id: "watch-dice", type: "number", min: 1, max: 5, value: 1,
      oninput: () => this.draw(this.names) });
    this.diceRow = h("label", {}, WATCH.dice, this.dice);
    this.rules = h("select", { id: "watch-rules", onchange: () => this.fill() });
    this.rulesRow = h("label", {}, WATCH.rules, this.rules);
    this.seed = h("input", { id: "watch-seed", type: "number", min: 0, value: 1 });
    this.error = h("p", { class: "error", role: "alert" });
    this.button = h("button", { class: "gold" });
    this.form = h("form", { class: "paper choices", onsubmit: (event) => { event.preventDefault(); this.go(); } },
      h("fieldset", {}, h("legend", {}, WATCH.players), this.agents, this.told,
        h("p", { class: "buttons" }, h("button", { type: "button", class: "quiet", onclick: () => this.add() },
          WATCH.addSeat),
          h("button",
            { type: "button", class: "quiet",
              onclick: () => { if (this.names.length > 2) this.draw(this.names.slice(0, -1)); } },
            WATCH.removeSeat))),
      h("fieldset", { class: "stakes" }, h("legend", {}, WATCH.game), h("label", {}, WATCH.game, this.game),
        this.rulesRow, this.diceRow,
        h("label", {}, WATCH.seed, this.seed)),
      h("p", { class: "buttons wide" }, this.button, this.error));
    this.choose();
  }

  get wording() {
    return KINDS[this.found.pieces].watch[0];
  }

  get found() {
    return this.lobby.games.find((game) => game.name === this.game.value);
  }

  // The named set of rules that was chosen.
  get set() {
    return this.found.rule_sets.find((each) => each.name === this.rules.value);
  }

  choose() {
    this.rules.replaceChildren(h("option", { value: "" }, this.found.title),
      ...this.found.rule_sets.map((each) => h("option", { value: each.name }, each.title)));
    this.fill();
  }

  fill() {
    this.diceRow.hidden = !this.found.dice;
    this.rulesRow.hidden = !this.found.rule_sets.length;
    this.dice.value = this.set?.dice ?? 1;
    this.button.textContent = this.wording;
    const { watched, opponents, seats, fallback } = this.found;
    const usual = watched.length ? watched : [...opponents, ...opponents].slice(0, Math.max(2, seats.least));
    this.draw(this.set ? Array(3).fill(fallback) : usual);
  }

  get names() {
    return [...this.agents.children].map((each) => each.value);
  }

  // The seats, each with those who can play there; whoever can't gives way, and that is told.
  draw(names) {
    const agents = able(this.lobby.agents, this.found, { seats: names.length, dice: Number(this.dice.value) || 1,
      set: this.set });
    const found = seated(names, agents, this.found);
    this.told.textContent = found.from ? LOBBY.swapped(found.from, found.to) : "";
    this.agents.replaceChildren(...found.names.map((name, at) => this.select(agents, name, at)));
  }

  select(agents, chosen, at) {
    return h("select", { "aria-label": WATCH.seat(at + 1), style: { width: "11rem" } },
      agents.map((agent) => h("option", { value: agent.name, selected: agent.name === chosen }, agent.name)));
  }

  add() {
    const { names } = this;
    if (names.length < this.found.seats.most) this.draw([...names, names.at(-1)]);
  }

  async go() {
    this.error.textContent = "";
    this.button.disabled = true;
    this.button.textContent = KINDS[this.found.pieces].watch[1];
    try {
      const body = { game: this.game.value, agents: this.names,
        seed: Number(this.seed.value) || 0, hands: 5 };
      if (this.found.dice) body.dice = Number(this.dice.value) || 1;
      if (this.set) body.rules = this.set.name;
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
    const why = h("div", { class: "explained", "aria-live": "polite" });
    this.replayer = new Replayer({
      names: hand.names, steps: hand.steps, end: hand.end, number: hand.number,
      pieces: hand.pieces, scored: hand.scored, you: null,
      onStep: (step) => why.replaceChildren(...tell(hand.decisions[step - 1], hand.decisions.length > 0)),
    });
    const tabs = h("div", { class: "buttons", role: "group", "aria-label": WATCH.hands },
      this.session.hands.map((each, i) =>
      h("button",
        { type: "button", class: i === at ? "gold" : "quiet", "aria-pressed": String(i === at),
          onclick: () => this.hand(i) }, `${capital(each.hand_name)} ${each.number}`)));
    this.stage.replaceChildren(tabs, h("div", { class: "replay" }, this.replayer.element,
      h("div", { class: "beside" },
        h("section", { class: "paper" }, h("h2", {},
          hand.decisions[0]?.advice ? WATCH.partnerView : KINDS[hand.pieces].watch[2]), why))));
    this.stage.scrollIntoView({ block: "start" });
    this.replayer.play();
  }
}

// What a partner beside the player would have said, who knows what that player knows.
function judge(decision) {
  return [
    h("p", {}, WATCH.justMade, h("strong", {}, decision.player), `: ${decision.done}.`),
    h("p", {}, decision.caution ? [WATCH.partnerWould, h("strong", {}, decision.advice.action.words), "."]
      : WATCH.partnerAgrees),
    decision.cost ? numbers(decision.cost.numbers) : null,
    sentences(decision.caution?.sentences ?? decision.advice.sentences.slice(1)),
  ].filter(Boolean);
}

function explain(decision) {
  const facts = decision.board
    ? Object.entries(WATCH.facts).map(([key, name]) => [name, decision[key]])
      .filter(([, value]) => value !== null && value !== undefined).map(([name, value]) => [name, percent(value)])
    : [];
  const same = decision.would.split(" ")[0] === decision.did.split(" ")[0];
  return [
    h("p", {}, WATCH.justMade, h("strong", {}, decision.player), `, ${decision.street}: ${decision.did}.`),
    h("p", {}, same ? WATCH.lokiAgrees : [WATCH.lokiWould, h("strong", {}, decision.would), ": "],
      LOKI_RULES[decision.rule_number] ?? decision.rule, "."),
    decision.board ? null : h("p", { class: "hint" }, WATCH.rank(percent(decision.share)), " / ",
      WATCH.plays(percent(decision.limit))),
    facts.length ? h("dl", { class: "facts-list" }, facts.flatMap(([name, value]) => [h("dt", {}, name),
      h("dd", {}, value)])) : null,
    decision.opponents.map((each) => h("p", { class: "hint" },
      WATCH.ahead(each.player, percent(each.hs), each.likeliest.slice(0, 5).join(", ")))),
  ].flat().filter(Boolean);
}

// The commentary on a decision: Loki's, or the partner's where it is one.
function tell(decision, some) {
  if (!decision) return [h("p", { class: "hint" }, some ? WATCH.step : WATCH.none)];
  return decision.advice ? judge(decision) : explain(decision);
}

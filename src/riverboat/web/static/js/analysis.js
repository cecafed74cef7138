// Any spot: set up step by step, or by a link; what the partner says to it, what they may hold, what actions are worth.
import { ask } from "./api.js";
import { pickCards } from "./card_picker.js";
import { cardName, drawCard } from "./cards.js";
import { drawDie } from "./dice.js";
import { h, put, say } from "./dom.js";
import { KINDS } from "./kinds.js";
import { sentences } from "./partner.js";
import { HoldsPanel } from "./range_grid.js";
import { ANALYSIS } from "./texts/analysis.js";
import { worthTable } from "./worth_table.js";

/**
 * @typedef {object} Parts  A position in pieces: what stands in its link.
 * @property {string} game
 * @property {Record<string, string | number>} options
 * @property {number} button
 * @property {number[]} stacks
 * @property {string[]} held
 * @property {string} board
 * @property {string[]} play
 */

/** @param {Parts} parts */
export const positionText = ({ game, options, button, stacks, held, board, play }) => [game,
  ...Object.entries(options).map(([name, value]) => `${name}=${value}`), `button=${button}`,
  stacks.length ? `stacks=${stacks.join(",")}` : "", held.some(Boolean) ? `held=${held.join(".")}` : "",
  board ? `board=${board}` : "", play.length ? `play=${play.join(",")}` : ""].filter(Boolean).join(";");

const inLink = (action) => action.replaceAll(" ", "-");
const BLANKS = { cards: "xx", dice: "x" };

export async function show(place, text) {
  const view = new Analysis();
  put(place, h("h1", {}, ANALYSIS.title), h("p", { class: "lead" }, ANALYSIS.lead), view.element);
  await view.open(text ? readable(text) : ANALYSIS.first, Boolean(text));
}

function readable(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

class Analysis {
  constructor() {
    this.now = null;
    this.error = h("p", { class: "error", role: "alert" });
    this.setUp = h("section", { class: "paper set-up" });
    this.spot = h("section", { class: "paper spot" });
    this.found = h("div", { class: "found" });
    this.element = h("div", { class: "analysis" }, this.error, this.spot, this.setUp, this.found);
  }

  // A position that was asked for by its text. A bad link is told in a sentence, and nothing else is shown.
  async open(text, linked) {
    try {
      this.draw(await this.fetch(text));
    } catch (refusal) {
      if (!linked) throw refusal;
      this.element.replaceChildren(h("section", { class: "paper narrow" }, h("h2", {}, ANALYSIS.badLink),
        h("p", { class: "error", role: "alert" }, refusal.message),
        h("p", {}, h("a", { class: "button gold", href: "#/analysis" }, ANALYSIS.fresh))));
    }
  }

  fetch(position, more = {}) {
    return ask("/analysis", { method: "POST", body: { position, ...more } });
  }

  // One thing is changed; what can't be is told, and all stays as it was.
  async change(parts, more = {}) {
    if (this.element.inert) return;
    this.element.classList.add("thinking");
    this.element.inert = true; // what is pressed meanwhile would be about another moment
    try {
      this.draw(await this.fetch(positionText({ ...this.now.parts, ...parts }), more));
      this.error.textContent = "";
    } catch (refusal) {
      this.error.textContent = refusal.message;
    }
    this.element.classList.remove("thinking");
    this.element.inert = false;
  }

  draw(now) {
    this.now = now;
    history.replaceState(null, "", `#/analysis/${now.position}`);
    this.drawSetUp();
    this.drawSpot();
    this.drawFound();
  }

  get dice() {
    return this.now.pieces === "dice";
  }

  drawSetUp() {
    const { now } = this;
    const { parts } = now;
    const fresh = (game, options = {}) => ({ game, options, button: 0, stacks: [], held: [], board: "", play: [] });
    const variant = select("variant", ANALYSIS.variant, ANALYSIS.variants, parts.game,
      (value) => this.change(fresh(value)));
    const seated = (count) => Array.from({ length: count }, (_, at) => at);
    const players = now.seat_range[0] === now.seat_range[1] ? null : select("players", ANALYSIS.players,
      seated(now.seat_range[1] - now.seat_range[0] + 1).map((at) => [String(at + now.seat_range[0]),
        String(at + now.seat_range[0])]), String(now.seats), (value) => this.reseat(Number(value)));
    const button = select("button", this.dice ? ANALYSIS.opens : ANALYSIS.dealer,
      now.names.map((name, at) => [String(this.dice ? (at + now.seats - 1) % now.seats : at), name]),
      String(parts.button), (value) => this.change({ button: Number(value) }));
    this.setUp.replaceChildren(h("h2", {}, ANALYSIS.setUp), h("div", { class: "set-up-fields" }, variant, players,
      button, this.dice ? this.diceFields() : null, this.stakesField()), this.stackFields() ?? "",
    this.shareField());
  }

  reseat(count) {
    const { parts } = this.now;
    const options = { ...parts.options };
    if (this.dice) options.dice = Array(count).fill(parts.held[0]?.length || 1).join(",");
    else options.seats = count;
    return this.change({ options, stacks: [], held: this.dice ? [] : parts.held.slice(0, 1), play: [], board: "",
      button: Math.min(parts.button, count - 1) });
  }

  diceFields() {
    const { parts, seats } = this.now;
    const counts = parts.held.map((row) => row.length);
    const to = (mine, theirs) => this.change({ options: { ...parts.options,
      dice: [mine, ...Array(seats - 1).fill(theirs)].join(",") }, held: [], play: [] });
    const numbers = ["1", "2", "3", "4", "5"].map((each) => [each, each]);
    return [select("own-dice", ANALYSIS.yourDice, numbers, String(counts[0]), (value) => to(Number(value), counts[1])),
      select("other-dice", ANALYSIS.theirDice, numbers, String(counts[1]), (value) => to(counts[0], Number(value)))];
  }

  stakesField() {
    const { stakes } = this.now;
    if (!stakes) return null;
    const fields = [ANALYSIS.small(stakes.name), ANALYSIS.big(stakes.name)].map((label, at) => numberField(
      `stakes-${at}`, label, stakes.amounts[at], 1, () => this.change({ play: [] }, { stakes: fields.map((each) =>
        Math.max(1, Math.round(Number(each.querySelector("input").value) || 1))) })));
    return fields;
  }

  stackFields() {
    const { stacks, names } = this.now;
    if (!stacks.length) return null;
    return h("details", {}, h("summary", {}, ANALYSIS.stacks), h("div", { class: "set-up-fields" },
      stacks.map((stack, seat) => numberField(`stack-${seat}`, ANALYSIS.stackOf(names[seat]), stack, 1, (value) =>
        this.change({ stacks: stacks.map((each, at) => (at === seat ? value : each)) })))));
  }

  shareField() {
    const told = h("span", { class: "hint", role: "status" });
    const link = h("input", { id: "share-link", readonly: true, value: location.href, "aria-label": ANALYSIS.link,
      onfocus: (event) => event.currentTarget.select() });
    return h("div", { class: "share" }, h("h3", {}, ANALYSIS.share), h("div", { class: "ask" }, link,
      h("button", { type: "button", class: "quiet", onclick: async () => {
        link.select();
        await navigator.clipboard?.writeText(link.value).catch(() => {});
        told.textContent = ANALYSIS.copied;
      } }, ANALYSIS.copy)), h("p", { class: "hint" }, ANALYSIS.private, " ", told));
  }

  drawSpot() {
    const { now } = this;
    const felt = new KINDS[now.pieces].Felt(now.names, { scored: now.scored });
    felt.show({ ...now.hand, hand: 0, end: null });
    this.spot.replaceChildren(felt.element, this.crumbs(), this.cards(), this.step());
  }

  // What was done, each step a way back to before it.
  crumbs() {
    const { parts, hand } = this.now;
    return h("div", { class: "buttons crumbs-row" }, h("span", { class: "hint" }, `${ANALYSIS.soFar}: `),
      hand.log.length ? hand.log.map((each, at) => h("button", { type: "button", class: "quiet",
        "aria-label": ANALYSIS.backTo(`${each.who} ${each.text}`),
        onclick: () => this.change({ play: parts.play.slice(0, at) }) }, `${each.who} ${each.text}`))
        : h("span", { class: "hint" }, ANALYSIS.nothing),
      parts.play.length ? h("button", { type: "button", class: "quiet", id: "take-back",
        onclick: () => this.change({ play: parts.play.slice(0, -1) }) }, ANALYSIS.back) : null,
      h("button", { type: "button", class: "quiet", id: "again",
        onclick: () => this.change({ play: [], board: "", held: [] }) }, ANALYSIS.again));
  }

  // Every card or die that is known can be changed.
  cards() {
    const { hand, names } = this.now;
    if (this.dice) return this.diceChoice();
    const card = (text, seat, at) => (text === "??" ? null : h("button", { type: "button", class: "change-card",
      "aria-label": ANALYSIS.change(cardName(text)), onclick: () => this.pick([{ seat, at }],
        ANALYSIS.change(cardName(text))) }, drawCard(text)));
    const group = (name, list, seat) => (list.some((each) => each && each !== "??")
      ? h("span", { class: "card-group" }, h("small", {}, name), list.map((each, at) => card(each, seat, at))) : null);
    return h("div", { class: "card-row" }, hand.seats.map((seat, at) => group(at ? names[at] : ANALYSIS.yourCards,
      seat.cards, at)), group(ANALYSIS.board, hand.board, null));
  }

  diceChoice() {
    const own = this.now.parts.held[0];
    return h("div", { class: "bidding" }, [...own].map((die, at) => h("div", { class: "faces", role: "group",
      "aria-label": ANALYSIS.die(at + 1) }, [1, 2, 3, 4, 5, 6].map((face) => h("button", { type: "button",
      class: "face", "aria-pressed": String(String(face) === die), "aria-label": `${ANALYSIS.die(at + 1)}: ${face}`,
      onclick: () => this.lay([{ seat: 0, at }], [String(face)]) }, drawDie(face, { wild: face === 6 }))))));
  }

  // What comes next: cards that must be known, an action of whoever is to act, or nothing any more.
  step() {
    const { now } = this;
    if (now.missing.length) return this.ask();
    if (now.over) return h("p", {}, ANALYSIS.over);
    const panel = new KINDS[now.pieces].Controls({ onAct: (action) => this.act(action), onDeal: () => {} });
    const mine = now.actor === 0;
    const title = h("h2", {}, ANALYSIS.toAct(now.names[now.actor]));
    if (now.legal?.kinds.includes("reveal") && !mine) {
      return h("div", {}, title, h("button", { type: "button", class: "gold", onclick: () => this.act("reveal xx") },
        ANALYSIS.reveals));
    }
    panel.show({ ...now.hand, legal: now.legal, holding: mine ? now.hand.holding : "", phase: "playing" },
      { waiting: false });
    return h("div", {}, title, panel.element);
  }

  act(action) {
    const { parts, played } = this.now;
    return this.change({ play: [...parts.play.slice(0, played), inLink(action)] });
  }

  ask() {
    const { missing, names } = this.now;
    const { seat } = missing[0];
    const alike = missing.filter((each) => each.seat === seat);
    const title = seat === null ? ANALYSIS.choose.board : seat === 0 ? ANALYSIS.choose[this.dice ? "dice" : "you"]
      : ANALYSIS.choose.open(names[seat]);
    return h("div", { class: "buttons ask-cards" }, h("strong", {}, title),
      this.dice ? null : h("button", { type: "button", class: "gold", id: "pick",
        onclick: () => this.pick(alike, title) }, ANALYSIS.pick),
      h("button", { type: "button", class: this.dice ? "gold" : "quiet", id: "deal-random",
        onclick: () => this.change({}, { deal: Math.floor(Math.random() * 2 ** 31) }) }, ANALYSIS.random));
  }

  async pick(slots, title) {
    const { parts } = this.now;
    const taken = new Set([...parts.held, parts.board].flatMap((row) => row.match(/../g) ?? []));
    const cards = await pickCards({ title, count: slots.length, taken });
    if (cards) await this.lay(slots, cards);
  }

  // Lay cards or dice down in their places.
  lay(slots, cards) {
    const blank = BLANKS[this.now.pieces];
    const held = this.now.parts.held.map((row) => row.match(this.dice ? /./g : /../g) ?? []);
    const board = this.now.parts.board.match(/../g) ?? [];
    slots.forEach(({ seat, at }, i) => {
      const row = seat === null ? board : held[seat];
      while (row.length <= at) row.push(blank);
      row[at] = cards[i];
    });
    return this.change({ held: held.map((row) => row.join("")), board: board.join("") });
  }

  drawFound() {
    const { now } = this;
    if (!now.legal) {
      this.found.replaceChildren();
      return;
    }
    const holds = new HoldsPanel(now.holds, now.partner?.solved ?? [], now.names, this.dice).element;
    this.found.replaceChildren(...(now.partner ? [h("div", { class: "beside" }, this.worth(now.partner),
      this.partner(now.partner))] : []), holds);
  }

  worth({ worths, action }) {
    const solve = h("button", { type: "button", class: "quiet", id: "solve", onclick: async () => {
      solve.disabled = true;
      solve.textContent = ANALYSIS.solving;
      await this.change({}, { solve: true });
      if (this.now.partner?.worths?.kind !== "solved") this.error.textContent = ANALYSIS.notSolved;
    } }, ANALYSIS.solve);
    const canSolve = worths?.kind === "estimated" && this.now.solvable;
    return h("section", { class: "paper" }, h("h2", {}, ANALYSIS.worth),
      worths ? worthTable(worths) : h("p", {}, ANALYSIS.would(action.words)), canSolve ? solve : null);
  }

  partner(found) {
    const talk = h("div", { class: "talk", "aria-live": "polite" }, h("p", { class: "advice" },
      h("strong", {}, found.sentences[0].text)), sentences(found.sentences.slice(1)));
    const question = async (text, shown = text) => {
      try {
        const answer = await ask("/analysis/answer", { method: "POST", body: { position: this.now.position,
          question: text } });
        talk.append(h("p", { class: "asked" }, shown), answer.taken_for
          ? h("p", { class: "taken" }, ANALYSIS.taken(answer.taken_for)) : "", sentences(answer.sentences));
        say(answer.sentences[0]?.text ?? "");
      } catch (refusal) {
        talk.append(h("p", { class: "error" }, refusal.message));
      }
    };
    const input = h("input", { id: "question", maxlength: 200, placeholder: ANALYSIS.own,
      "aria-label": ANALYSIS.askLabel, autocomplete: "off" });
    return h("section", { class: "paper" }, h("h2", {}, ANALYSIS.partner), talk,
      h("div", { class: "questions" }, found.questions.map((each) => h("button", { type: "button", class: "quiet",
        onclick: () => question(each.key, each.text) }, each.text))),
      h("form", { class: "ask", onsubmit: (event) => {
        event.preventDefault();
        if (input.value.trim()) question(input.value.trim());
        input.value = "";
      } }, input, h("button", { class: "quiet" }, ANALYSIS.ask)));
  }
}

function select(id, label, choices, value, change) {
  return h("label", {}, label, h("select", { id, onchange: (event) => change(event.currentTarget.value) },
    choices.map(([key, text]) => h("option", { value: key, selected: key === value }, text))));
}

function numberField(id, label, value, least, change) {
  return h("label", {}, label, h("input", { id, type: "number", min: least, step: 1, value,
    onchange: (event) => change(Math.max(least, Math.round(Number(event.currentTarget.value) || least))) }));
}

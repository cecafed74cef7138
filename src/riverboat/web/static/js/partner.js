// The partner: hidden until asked, every number unfolds, a caution before you do otherwise, and it can be silenced.
import { ask } from "./api.js";
import { h, say, signedAmount } from "./dom.js";
import { CONTROLS, PARTNER } from "./texts/table.js";
import { onSettings, set, settings } from "./settings.js";

// Of many bids so many are named below the buttons.
const MOST_BIDS = 8;

export class PartnerPanel {
  constructor(table, { allowed = true } = {}) {
    this.table = table;
    this.allowed = allowed;
    this.asked = -1;
    this.talk = h("div", { class: "talk", "aria-live": "polite" });
    this.menu = h("div", { class: "questions" });
    this.input = h("input",
      { id: "question", maxlength: 200, placeholder: PARTNER.own, "aria-label": PARTNER.askLabel,
        autocomplete: "off" });
    this.askButton = h("button", { type: "button", class: "gold", onclick: () => this.advise() },
      h("span", {}, PARTNER.whatWouldYouDo), h("kbd", { "aria-hidden": "true" }, "P"));
    this.quiet = h("button", { type: "button", class: "quiet", onclick: () => set({ silent: !settings().silent }) });
    this.form = h("form",
      { class: "ask", onsubmit: (event) => { event.preventDefault(); this.question(this.input.value.trim()); } },
      this.input,
      h("button", { class: "quiet" }, PARTNER.ask));
    this.body = h("div", { class: "partner-body" }, h("p", { class: "buttons" }, this.askButton), this.talk, this.menu,
      this.form);
    this.element = h("section", { class: "paper partner", "aria-label": PARTNER.title, hidden: !allowed },
      h("header", {}, h("h2", {}, PARTNER.title), table.experiment ? null : this.quiet), this.body);
    this.stop = onSettings(() => this.silence());
    this.silence();
  }

  // In the study the partner is the treatment: nobody can silence it there, nor turn its cautions off.
  get silent() {
    return settings().silent && !this.table.experiment;
  }

  get cautions() {
    return settings().cautions || Boolean(this.table.experiment);
  }

  get active() {
    return this.allowed && !this.silent;
  }

  silence() {
    this.quiet.textContent = this.silent ? PARTNER.unmute : PARTNER.mute;
    this.body.hidden = this.silent;
  }

  path(what = "") {
    return `/tables/${this.table.id}/partner${what}`;
  }

  // A new moment at the table: what was said before is about the past.
  async turn(now, more) {
    this.drawBelow();
    if (!this.active || more) return;
    const mine = Boolean(now.legal);
    this.askButton.disabled = !mine;
    if (this.asked !== now.turn) {
      this.talk.replaceChildren();
      this.asked = now.turn;
      this.given = null;
    }
    if (now.phase !== "playing") {
      this.menu.replaceChildren();
      return;
    }
    try {
      const found = await ask(this.path());
      if (found.turn !== this.table.now.turn) return;
      this.menu.replaceChildren(...found.questions.map((each) => h("button",
        { type: "button", class: "quiet", onclick: () => this.question(each.key, each.text) }, each.text)));
    } catch {
      this.menu.replaceChildren(); // the hand has gone on meanwhile
    }
  }

  async advise() {
    if (!this.active || !this.table.now?.legal) return;
    this.table.experiment?.onAsk("advice");
    await this.consult("/advice", undefined, (found) => {
      this.given = found;
      this.talk.replaceChildren(h("p", { class: "advice" }, PARTNER.would, h("strong", {}, found.action.words), "."),
        sentences(grounds(found.sentences)),
        h("p", { class: "buttons" },
          h("button", { type: "button", class: "gold", onclick: () => this.table.act(found.action.text) },
            PARTNER.doIt(found.action.words))));
      say(PARTNER.said(found.action.words));
    });
  }

  async question(text, shown = text) {
    if (!text || !this.active) return;
    this.table.experiment?.onAsk(text);
    this.input.value = "";
    await this.consult("/answer", { question: text }, (found) =>
      this.talk.append(h("p", { class: "asked" }, shown), found.taken_for
        ? h("p", { class: "taken" }, PARTNER.taken(found.taken_for)) : "", sentences(found.sentences)));
  }

  async consult(what, body, use) {
    this.element.classList.add("thinking");
    try {
      use(await ask(this.path(what), { method: "POST", body }));
    } catch (error) {
      this.talk.append(h("p", { class: "error" }, error.message));
    }
    this.element.classList.remove("thinking");
    this.talk.scrollTop = this.talk.scrollHeight;
  }

  // What the server says of the decision that waits, before anything is asked: worths, advice, cautions by action.
  beforehand(said) {
    this.said = said;
    this.drawBelow();
  }

  // Under the buttons: the worth of each action where it is asked for.
  drawBelow() {
    const { below } = this.table.controls;
    const said = this.said?.turn === this.table.now?.turn && this.active ? this.said : null;
    if (!said?.worths || !this.table.now.legal) {
      below.replaceChildren();
      return;
    }
    const { actions, assumption, unit } = said.worths;
    const best = new Set([...actions].sort((one, other) => other.value - one.value).slice(0, MOST_BIDS));
    const shown = actions.filter((each) => each.kind !== "bid" || best.has(each));
    below.replaceChildren(this.worthsShown === said.turn
      ? h("p", { class: "worths", tabindex: 0 }, shown.map((each) => h("span", { class: each.fine ? "fine" : "" },
        `${each.words} ${signedAmount(each.value)}`)), shown.length < actions.length
        ? h("span", {}, CONTROLS.worthLess(actions.length - shown.length)) : null,
      h("small", {}, CONTROLS.worthIn(unit, assumption)))
      : h("button", { type: "button", class: "quiet", onclick: () => this.showWorths() }, CONTROLS.worth));
  }

  showWorths() {
    if (this.said?.turn !== this.table.now?.turn || !this.active) return;
    this.worthsShown = this.said.turn;
    this.drawBelow();
    say(this.table.controls.below.textContent);
  }

  // The cost from which a dialog stops an action: the person's own limit, or the usual one.
  limit(usual) {
    const { limit } = settings();
    return this.table.experiment || limit === "" ? usual : limit === "never" ? Infinity : Number(limit);
  }

  // What is said to an action, and what it costs, without end where an amount may not be meant. It is known
  // beforehand, else asked for, as for a size of a bet between those that were weighed. Nothing where there is nothing
  // to say.
  async caution(action, turn) {
    const said = this.said?.turn === turn ? this.said : null;
    const row = said?.worths?.actions.find((each) => each.action === action);
    if (row || (said && !said.worths)) {
      const line = said.cautions[action];
      const cost = said.asks.includes(action) ? Infinity : row?.cost ?? 0;
      return line ? { advice: said.advice, sentences: [{ text: line, numbers: [] }], cost,
        usual: said.worths?.ask_from ?? 0 } : null;
    }
    try {
      const found = await ask(this.path("/caution"), { method: "POST", body: { turn, action } });
      return found.caution && found.turn === turn ? { ...found.caution, cost: found.caution.cost?.amount ?? Infinity,
        usual: found.caution.advice.worths?.ask_from ?? 0 } : null;
    } catch {
      return null; // a partner that can't answer holds nobody up
    }
  }

  // Before an action goes out: whether the player goes on with it. A cheap mistake is told in one line, without a stop.
  async agrees(action, turn) {
    if (!this.active || (this.given && this.given.turn === turn && this.given.action.text === action)) return true;
    if (!this.cautions) return true;
    const caution = await this.caution(action, turn);
    if (!caution) return true;
    if (caution.cost > this.limit(caution.usual)) return this.warn(action, caution);
    this.table.status.textContent = caution.sentences[0].text;
    this.table.experiment?.onCaution("told");
    say(caution.sentences[0].text);
    return true;
  }

  warn(action, caution) {
    return new Promise((resolve) => {
      let answer = null;
      const dialog = h("dialog", { class: "caution", "aria-labelledby": "caution-title",
        "aria-describedby": "caution-why" },
        h("h2", { id: "caution-title" }, PARTNER.sure),
        h("div", { id: "caution-why" }, sentences(caution.sentences)),
        h("form", { method: "dialog", class: "buttons" },
          h("button", { type: "button", class: "gold", onclick: () => { answer = "advice"; dialog.close(); } },
            PARTNER.instead(caution.advice.action.words)),
          h("button", { type: "button", onclick: () => { answer = "go on"; dialog.close(); } }, PARTNER.goOn),
          h("button", { class: "quiet" }, PARTNER.think)));
      dialog.addEventListener("close", () => {
        dialog.remove();
        this.table.experiment?.onCaution(answer);
        resolve(answer === "go on");
        if (answer === "advice") {
          this.given = { turn: this.table.now.turn, action: caution.advice.action };
          setTimeout(() => this.table.act(caution.advice.action.text), 0);
        }
      });
      document.body.append(dialog);
      dialog.showModal();
      dialog.querySelector("button").focus();
    });
  }
}

// The first sentence says again what to do: what is left of it are the numbers behind.
const grounds = ([first, ...rest]) =>
  first.numbers.length ? [...rest, { ...first, text: PARTNER.rule }] : rest;

// Sentences; each unfolds to the numbers that it rests on.
export function sentences(list) {
  return h("ul", { class: "sentences" }, list.map((each) => h("li", {}, each.numbers.length
    ? h("details", {}, h("summary", {}, each.text), numbers(each.numbers)) : each.text)));
}

// What each number is, and how it is worked out: said once where it is the same.
export const numbers = (list) => h("dl", { class: "numbers" }, list.flatMap((number, at) => [
  h("dt", {}, number.name), h("dd", {}, h("b", {}, number.text)),
  number.how && number.how !== list[at + 1]?.how ? h("dd", { class: "how" }, number.how) : null]));

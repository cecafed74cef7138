// The partner: hidden until asked, every number unfolds, a caution before you do otherwise, and it can be silenced.
import { ask } from "./api.js";
import { h, say } from "./dom.js";
import { onSettings, set, settings } from "./settings.js";

export class PartnerPanel {
  constructor(table, { allowed = true } = {}) {
    this.table = table;
    this.allowed = allowed;
    this.asked = -1;
    this.talk = h("div", { class: "talk", "aria-live": "polite" });
    this.menu = h("div", { class: "questions" });
    this.input = h("input",
      { id: "question", maxlength: 200, placeholder: "or ask in your own words", "aria-label": "Ask the partner",
        autocomplete: "off" });
    this.askButton = h("button", { type: "button", class: "gold", onclick: () => this.advise() },
      h("span", {}, "What would you do?"), h("kbd", { "aria-hidden": "true" }, "P"));
    this.quiet = h("button", { type: "button", class: "quiet", onclick: () => set({ silent: !settings().silent }) });
    this.form = h("form",
      { class: "ask", onsubmit: (event) => { event.preventDefault(); this.question(this.input.value.trim()); } },
      this.input,
      h("button", { class: "quiet" }, "Ask"));
    this.body = h("div", { class: "partner-body" }, h("p", { class: "buttons" }, this.askButton), this.talk, this.menu,
      this.form);
    this.element = h("section", { class: "paper partner", "aria-label": "Partner", hidden: !allowed },
      h("header", {}, h("h2", {}, "Partner"), this.quiet), this.body);
    this.stop = onSettings(() => this.silence());
    this.silence();
  }

  get active() {
    return this.allowed && !settings().silent;
  }

  silence() {
    this.quiet.textContent = settings().silent ? "Let it speak" : "Silence";
    this.body.hidden = settings().silent;
  }

  path(what = "") {
    return `/tables/${this.table.id}/partner${what}`;
  }

  // A new moment at the table: what was said before is about the past.
  async turn(now, more) {
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
      this.talk.replaceChildren(h("p", { class: "advice" }, "I would ", h("strong", {}, found.action.words), "."),
        sentences(grounds(found.sentences)),
        h("p", { class: "buttons" },
          h("button", { type: "button", class: "gold", onclick: () => this.table.act(found.action.text) }, "Do it")));
      say(`The partner would ${found.action.words}.`);
    });
  }

  async question(text, shown = text) {
    if (!text || !this.active) return;
    this.table.experiment?.onAsk(text);
    this.input.value = "";
    await this.consult("/answer", { question: text }, (found) =>
      this.talk.append(h("p", { class: "asked" }, shown), found.taken_for
        ? h("p", { class: "taken" }, `I take that as: ${found.taken_for}`) : "", sentences(found.sentences)));
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

  // Before an action goes out: whether the player goes on with it. The caution names its reason.
  async agrees(action, turn) {
    if (!this.active || (this.given && this.given.turn === turn && this.given.action.text === action)) return true;
    let found;
    try {
      found = await ask(this.path("/caution"), { method: "POST", body: { turn, action } });
    } catch {
      return true; // a partner that can't answer holds nobody up
    }
    if (!found.caution || found.turn !== turn) return true;
    return this.warn(action, found.caution);
  }

  warn(action, caution) {
    return new Promise((resolve) => {
      let answer = null;
      const dialog = h("dialog", { class: "caution", "aria-labelledby": "caution-title" },
        h("h2", { id: "caution-title" }, "A word before you do that"),
        sentences(caution.sentences),
        h("form", { method: "dialog", class: "buttons" },
          h("button", { type: "button", class: "gold", onclick: () => { answer = "advice"; dialog.close(); } },
            `Take the advice: ${caution.advice.action.words}`),
          h("button", { type: "button", onclick: () => { answer = "go on"; dialog.close(); } }, "Go on anyway")));
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
  first.numbers.length ? [...rest, { ...first, text: "How I came to that" }] : rest;

// Sentences; each unfolds to the numbers that it rests on.
export function sentences(list) {
  return h("ul", { class: "sentences" }, list.map((each) => h("li", {}, each.numbers.length
    ? h("details", {}, h("summary", {}, each.text), numbers(each.numbers)) : each.text)));
}

// What each number is, and how it is worked out: said once where it is the same.
export const numbers = (list) => h("dl", { class: "numbers" }, list.flatMap((number, at) => [
  h("dt", {}, number.name), h("dd", {}, h("b", {}, number.text)),
  number.how && number.how !== list[at + 1]?.how ? h("dd", { class: "how" }, number.how) : null]));

// What may be done now: one button for each legal action with its amount, a slider where amounts are free.
import { chips, h, percent } from "./dom.js";
import { cardName, drawCard } from "./cards.js";
import { CONTROLS } from "./texts/table.js";

// The shape of all controls: an `element`, `show` for a snapshot, `press` for a key. A kind of game says what its
// `words` and `choices` are, and what `next` is called.
export class ActionPanel {
  constructor({ onAct, onDeal, onSkip = () => {} }) {
    this.onAct = onAct;
    this.onDeal = onDeal;
    this.legal = null;
    this.buttons = h("div", { class: "actions", role: "group", "aria-label": CONTROLS.actions });
    this.facts = h("p", { class: "facts" });
    this.skip = h("button", { type: "button", class: "quiet skip-ahead", hidden: true, onclick: onSkip },
      CONTROLS.skip);
    this.below = h("div", { class: "below" });
    this.element = h("section", { class: "controls", "aria-label": CONTROLS.decision }, this.facts, this.buttons,
      this.skip, this.below);
  }

  show(now, { waiting, title, skippable = false, over = false }) {
    const held = document.activeElement?.dataset?.key ?? (this.element.contains(document.activeElement) ? "any" : null);
    this.legal = waiting ? null : now.legal;
    this.between = !waiting && now.phase === "between" && !over;
    this.facts.replaceChildren(...this.words(now, waiting));
    this.skip.hidden = !skippable;
    if (this.legal) this.buttons.replaceChildren(...this.choices(this.legal, now));
    else if (this.between) this.buttons.replaceChildren(this.button("n", this.next, "gold", () => this.onDeal()));
    else this.buttons.replaceChildren(h("p", { class: "wait" }, title ?? ""));
    if (held) (this.buttons.querySelector(`[data-key="${held}"]`) ?? this.buttons.querySelector("button"))?.focus();
  }

  button(key, label, style, act, more = {}) {
    return h("button",
      { type: "button", class: style, "data-key": key, onclick: act, "aria-keyshortcuts": key, ...more },
      h("span", {}, label), h("kbd", { "aria-hidden": "true" }, key.toUpperCase()));
  }
}

export class Controls extends ActionPanel {
  next = CONTROLS.next;

  show(now, told) {
    this.amount = null;
    super.show(now, told);
  }

  words(now, waiting) {
    const found = [];
    if (now.holding) found.push(h("span", { class: "holding" }, ...(now.folded
      ? [CONTROLS.folded, CONTROLS.wouldHave, now.holding, "."]
      : [CONTROLS.have, h("strong", {}, now.holding), "."])));
    const odds = !waiting && now.legal?.odds;
    if (odds) {
      found.push(h("span", { class: "odds" },
        CONTROLS.odds(now.legal.to_call, now.pot, odds.to_one.toFixed(1).replace(/\.0$/, ""), percent(odds.need))));
    }
    if (!waiting && now.legal?.cards) found.push(h("span", { class: "odds" }, CONTROLS.chooseCard));
    return found;
  }

  choices(legal) {
    const act = (text) => () => this.onAct(text);
    const all = legal.to_call >= legal.stack ? CONTROLS.allIn : "";
    const found = [];
    if (legal.kinds.includes("fold")) found.push(this.button("f", CONTROLS.fold, "fold", act("fold")));
    if (legal.kinds.includes("check")) found.push(this.button("c", CONTROLS.check, "calm", act("check")));
    if (legal.kinds.includes("call")) found.push(this.button("c", CONTROLS.call(legal.to_call) + all, "calm",
      act("call")));
    if (legal.kinds.includes("bring-in")) found.push(this.button("i", CONTROLS.bringIn(legal.bring_in), "calm",
      act("bring-in")));
    if (legal.raise) found.push(...this.raising(legal));
    (legal.cards ?? []).forEach((card, at) => found.push(h("button", {
      type: "button", class: "show-card", "data-key": String(at + 1), "aria-keyshortcuts": String(at + 1),
      "aria-label": CONTROLS.showCard(cardName(card)), onclick: act(`reveal ${card}`),
    }, drawCard(card), h("span", { "aria-hidden": "true" }, CONTROLS.show), h("kbd", { "aria-hidden": "true" },
      String(at + 1)))));
    return found;
  }

  raising(legal) {
    const { raise } = legal;
    const verb = raise.completes ? CONTROLS.complete : raise.kind === "raise" ? CONTROLS.raise : CONTROLS.bet;
    const key = raise.kind === "raise" ? "r" : "b";
    const words = (amount) => verb(chips(amount)) + (raise.all_in && amount === raise.max ? CONTROLS.allIn : "");
    const go = (amount) => this.onAct(`${raise.kind} ${amount}`);
    if (raise.min === raise.max) return [this.button(key, words(raise.min), "gold", () => go(raise.min))];
    if (raise.max - raise.min === raise.step) {
      return [raise.min, raise.max].map((amount, at) => this.button(at ? `${key}2` : key, words(amount), "gold",
        () => go(amount)));
    }
    return this.freely(raise, key, words, go);
  }

  // A slider, a box and usual sizes. What is typed is taken as it is: an amount that is not allowed is told, and not
  // turned into another one.
  freely(raise, key, words, go) {
    const button = this.button(key, "", "gold free", () => { if (this.amount() !== null) go(this.amount()); });
    const label = button.firstChild;
    const range = { min: raise.min, max: raise.max, step: raise.step, value: raise.min };
    const slider = h("input", { type: "range", ...range, "aria-label": CONTROLS.amount });
    const told = h("span", { class: "error", role: "alert", id: "amount-error" });
    const box = h("input", { type: "number", ...range, "aria-label": CONTROLS.amountInChips,
      "aria-describedby": "amount-error" });
    const set = (value, from) => {
      const typed = Number(value);
      const fits = Number.isInteger(typed) && typed >= raise.min && typed <= raise.max;
      told.textContent = fits ? "" : CONTROLS.notPossible(raise.min, raise.max, raise.all_in);
      button.disabled = !fits;
      this.amount = () => (fits ? typed : null);
      if (!fits) return;
      label.textContent = words(typed);
      if (from !== slider) slider.value = typed;
      if (from !== box) box.value = typed;
    };
    this.setAmount = (value) => set(Math.min(raise.max, Math.max(raise.min, value)));
    slider.addEventListener("input", () => set(slider.value, slider));
    box.addEventListener("input", () => set(box.value, box));
    box.addEventListener("keydown", (event) => { if (event.key === "Enter") button.click(); });
    set(raise.min);
    const { sizes } = CONTROLS;
    const usual = [[sizes.min, raise.min], [sizes.half, raise.sizes.half], [sizes.pot, raise.sizes.pot],
      [raise.all_in ? sizes.allIn : sizes.max, raise.max]];
    return [button, h("div", { class: "amount" }, slider, box,
      h("div", { class: "sizes" }, usual.map(([name, amount]) => h("button",
        { type: "button", class: "quiet", onclick: () => set(amount) }, name))), told)];
  }

  // A key that was pressed anywhere on the page; true where it meant something.
  press(key) {
    const button = this.buttons.querySelector(`[data-key="${key}"]`)
      ?? (key === "k" ? this.buttons.querySelector('[data-key="c"]') : null)
      ?? (key === "b" || key === "r" ? this.buttons.querySelector('[data-key="r"], [data-key="b"]') : null);
    if (button) button.click();
    else if (this.amount && (key === "arrowup" || key === "arrowdown")) {
      const { raise, mine, to_call: cost } = this.legal;
      const step = raise.step === 1 ? Math.max(1, raise.min - mine - cost) : raise.step;
      this.setAmount((this.amount() ?? raise.min) + (key === "arrowup" ? step : -step));
    } else return false;
    return true;
  }
}

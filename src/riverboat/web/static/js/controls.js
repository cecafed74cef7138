// What may be done now: one button for each legal action with its amount, a slider where amounts are free.
import { chips, h, percent } from "./dom.js";
import { cardName, drawCard } from "./cards.js";

export class Controls {
  constructor({ onAct, onDeal }) {
    this.onAct = onAct;
    this.onDeal = onDeal;
    this.legal = null;
    this.buttons = h("div", { class: "actions", role: "group", "aria-label": "Your actions" });
    this.facts = h("p", { class: "facts" });
    this.element = h("section", { class: "controls", "aria-label": "Your decision" }, this.facts, this.buttons);
    this.amount = null;
  }

  show(now, { waiting, title }) {
    const held = document.activeElement?.dataset?.key ?? (this.element.contains(document.activeElement) ? "any" : null);
    this.legal = waiting ? null : now.legal;
    this.between = !waiting && now.phase === "between";
    this.amount = null;
    this.facts.replaceChildren(...this.words(now, waiting));
    if (this.legal) this.buttons.replaceChildren(...this.choices(this.legal));
    else if (this.between) this.buttons.replaceChildren(this.button("n", "Next hand", "gold", () => this.onDeal()));
    else this.buttons.replaceChildren(h("p", { class: "wait" }, title ?? ""));
    if (held) (this.buttons.querySelector(`[data-key="${held}"]`) ?? this.buttons.querySelector("button"))?.focus();
  }

  words(now, waiting) {
    const found = [];
    if (now.holding) found.push(h("span", { class: "holding" }, "You have ", h("strong", {}, now.holding), "."));
    const odds = !waiting && now.legal?.odds;
    if (odds) {
      found.push(h("span", { class: "odds" }, `Pot odds ${odds.to_one.toFixed(1)} to 1: `,
        `${chips(now.legal.to_call)} to win ${chips(now.pot)}, a call breaks even at ${percent(odds.need)}.`));
    }
    return found;
  }

  button(key, label, style, act, more = {}) {
    return h("button",
      { type: "button", class: style, "data-key": key, onclick: act, "aria-keyshortcuts": key, ...more },
      h("span", {}, label), h("kbd", { "aria-hidden": "true" }, key.toUpperCase()));
  }

  choices(legal) {
    const act = (text) => () => this.onAct(text);
    const all = legal.to_call >= legal.stack ? ", all in" : "";
    const found = [];
    if (legal.kinds.includes("fold")) found.push(this.button("f", "Fold", "fold", act("fold")));
    if (legal.kinds.includes("check")) found.push(this.button("c", "Check", "calm", act("check")));
    if (legal.kinds.includes("call")) found.push(this.button("c", `Call ${chips(legal.to_call)}${all}`, "calm",
      act("call")));
    if (legal.kinds.includes("bring-in")) found.push(this.button("i", "Bring in", "calm", act("bring-in")));
    if (legal.raise) found.push(...this.raising(legal));
    (legal.cards ?? []).forEach((card, at) => found.push(h("button", {
      type: "button", class: "turn-card", "data-key": String(at + 1), "aria-keyshortcuts": String(at + 1),
      "aria-label": `Turn the ${cardName(card)}`, onclick: act(`reveal ${card}`),
    }, drawCard(card), h("span", { "aria-hidden": "true" }, "Turn"), h("kbd", { "aria-hidden": "true" },
      String(at + 1)))));
    return found;
  }

  raising(legal) {
    const { raise } = legal;
    const verb = raise.completes ? "Complete to" : raise.kind === "raise" ? "Raise to" : "Bet";
    const key = raise.kind === "raise" ? "r" : "b";
    const all = (amount) => (raise.all_in && amount === raise.max ? ", all in" : "");
    const go = (amount) => this.onAct(`${raise.kind} ${amount}`);
    if (raise.min === raise.max) return [this.button(key, `${verb} ${chips(raise.min)}${all(raise.min)}`, "gold",
      () => go(raise.min))];
    if (raise.max - raise.min === raise.step) {
      return [raise.min, raise.max].map((amount, at) => this.button(at ? `${key}2` : key,
        `${verb} ${chips(amount)}${all(amount)}`, "gold", () => go(amount)));
    }
    const label = h("span", {}, "");
    const button = h("button",
      { type: "button", class: "gold", "data-key": key, "aria-keyshortcuts": key, onclick: () => go(this.amount()) },
      label, h("kbd", { "aria-hidden": "true" }, key.toUpperCase()));
    const slider = h("input",
      { type: "range", min: raise.min, max: raise.max, step: raise.step, value: raise.min,
        "aria-label": `${verb}: amount` });
    const box = h("input",
      { type: "number", min: raise.min, max: raise.max, step: raise.step, value: raise.min,
        "aria-label": `${verb}: amount in chips` });
    const set = (value, from) => {
      const amount = Math.min(raise.max, Math.max(raise.min, Math.round(Number(value)) || raise.min));
      label.textContent = `${verb} ${chips(amount)}${all(amount)}`;
      if (from !== slider) slider.value = amount;
      if (from !== box) box.value = amount;
      this.amount = () => amount;
      this.setAmount = set;
    };
    slider.addEventListener("input", () => set(slider.value, slider));
    box.addEventListener("input", () => set(box.value, box));
    box.addEventListener("change", () => set(box.value));
    box.addEventListener("keydown", (event) => { if (event.key === "Enter") { set(box.value); go(this.amount()); } });
    set(raise.min);
    const sizes = [["Least", raise.min], ["Half pot", raise.sizes.half], ["Pot", raise.sizes.pot],
      [raise.all_in ? "All in" : "Most", raise.max]];
    return [button, h("div", { class: "amount" }, slider, box,
      h("div", { class: "sizes" },
        sizes.map(([name, amount]) => h("button", { type: "button", class: "quiet", onclick: () => set(amount) },
            name))))];
  }

  // A key that was pressed anywhere on the page; true where it meant something.
  press(key) {
    const button = this.buttons.querySelector(`[data-key="${key}"]`)
      ?? (key === "k" ? this.buttons.querySelector('[data-key="c"]') : null)
      ?? (key === "b" || key === "r" ? this.buttons.querySelector('[data-key="r"], [data-key="b"]') : null);
    if (button) button.click();
    else if (this.amount && (key === "arrowup" || key === "arrowdown")) {
      this.setAmount(this.amount() + (key === "arrowup" ? 1 : -1) * (this.legal.raise.step === 1
        ? Math.max(1, this.legal.raise.min - this.legal.mine - this.legal.to_call) : this.legal.raise.step));
    } else return false;
    return true;
  }
}

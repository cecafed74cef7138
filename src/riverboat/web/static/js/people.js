// Several people at one table: who is here, who is away, whom the others wait for, and the link to send.
import { ask } from "./api.js";
import { h } from "./dom.js";
import { set, settings } from "./settings.js";
import { PEOPLE } from "./texts/table.js";

export const linkTo = (id) => `${location.origin}/#/join/${id}`;

export class People {
  constructor(at, told) {
    this.at = at;
    this.told = { people: [], clock: null, ready: [], awaited: [] };
    this.line = h("p", { class: "people-line" });
    this.button = h("button", { type: "button", class: "quiet", id: "invite", onclick: () => this.open() },
      PEOPLE.invite);
    this.until = 0;
    this.ticking = setInterval(() => this.tick(), 1000);
    this.table(told);
  }

  // What the server says of the table: names come and go.
  table(told) {
    this.of = told;
    this.button.hidden = this.at.experiment !== null || !(told.shared || told.can_open);
    this.mark();
    this.drawDialog();
    if (this.at.now) this.show(this.at.now);
  }

  hear(told) {
    this.told = told;
    this.until = told.clock ? performance.now() + 1000 * told.clock.left_s : 0;
    this.mark();
    this.drawDialog();
    const { now, felt } = this.at;
    if (now?.seats) felt.show(now, { nets: now.standing.nets });
    if (now) this.show(now);
    this.at.refresh();
    this.tick();
  }

  state(seat) {
    return this.told.people.find((each) => each.seat === seat)?.state ?? null;
  }

  get isAway() {
    return this.of.shared && this.state(this.at.you) === "away";
  }

  // Who is away stands on their plate, and in what a screen reader is told of their seat.
  mark() {
    this.at.felt.states = Object.fromEntries(this.told.people.map((each) => [each.seat, each.state]));
    this.at.felt.seats.forEach((seat, at) => {
      const state = this.state(at);
      seat.element.dataset.state = state ?? "";
      if (state === "away") seat.element.dataset.badge = PEOPLE.away;
      else delete seat.element.dataset.badge;
    });
  }

  seconds() {
    return Math.max(0, Math.ceil((this.until - performance.now()) / 1000));
  }

  // Before the first deal there is a room to wait in; who was away comes back by a button.
  show(now) {
    const { controls, felt } = this.at;
    if (now.phase === "empty") {
      felt.element.classList.add("gathering");
      const alone = this.of.people.filter((seat) => ["here", "away"].includes(this.state(seat))).length
        + this.of.names.length - this.of.people.length < 2;
      const ready = this.told.ready.includes(this.at.you) && this.told.awaited.length;
      controls.facts.replaceChildren(PEOPLE.waitingLine, this.of.tournament ? ` ${PEOPLE.startTournamentLine}` : "");
      controls.buttons.replaceChildren(
        h("button", { type: "button", class: "gold", "data-key": "n", disabled: Boolean(alone || ready),
          onclick: () => this.at.deal() }, h("span", {}, this.of.tournament ? PEOPLE.startTournament : PEOPLE.start),
        h("kbd", { "aria-hidden": "true" }, "N")),
        this.copyButton(),
        ready || alone ? h("p", { class: "wait" }, ready ? this.awaited() : PEOPLE.alone) : "");
      (felt.street ?? felt.line).textContent = PEOPLE.waiting;
      const words = { here: PEOPLE.states.here, away: PEOPLE.away, open: PEOPLE.free, left: PEOPLE.left,
        gone: PEOPLE.left };
      felt.seats.forEach((seat, at) => {
        const state = this.state(at);
        const line = seat.stack ?? seat.left;
        line.textContent = state === null ? PEOPLE.agent : words[state];
        seat.element.classList.toggle("absent", state === "open");
        seat.label.textContent = `${felt.who(at)}, ${line.textContent}`;
      });
    } else felt.element.classList.remove("gathering");
  }

  awaited() {
    return PEOPLE.awaits(this.told.awaited.map((seat) => this.of.names[seat]));
  }

  // What stands where the buttons would be while others decide; null where nothing is to be said.
  waiting(now) {
    const { clock, awaited, ready } = this.told;
    if (now.phase === "between" && ready.includes(this.at.you) && awaited.length) return this.awaited();
    if (clock && clock.seat !== null && clock.seat === now.actor && clock.seat !== this.at.you) {
      return PEOPLE.clock(this.of.names[clock.seat], this.seconds());
    }
    return null;
  }

  // Every second: how long the others still wait.
  tick() {
    const { clock } = this.told;
    const { now, you, controls } = this.at;
    const mine = clock && clock.seat === you && now?.actor === you;
    const left = this.seconds();
    this.line.textContent = mine && left <= 20 ? PEOPLE.yourClock(left) : "";
    const wait = controls?.buttons.querySelector(".wait");
    const words = now && this.waiting(now);
    if (wait && words) wait.textContent = words;
  }

  back() {
    return [h("p", { class: "wait" }, PEOPLE.youAway), h("button", { type: "button", class: "gold", id: "im-back",
      onclick: () => this.at.line.send({ type: "hello" }) }, PEOPLE.back)];
  }

  copyButton() {
    const button = h("button", { type: "button", class: "calm copy-link", onclick: async () => {
      try {
        await navigator.clipboard.writeText(linkTo(this.at.id));
      } catch {
        this.open(); // a browser that does not let us: the link can be taken from there
        return;
      }
      button.textContent = PEOPLE.copied;
    } }, PEOPLE.copy);
    return button;
  }

  open() {
    this.body = h("div", {});
    this.drawDialog();
    const dialog = h("dialog", { class: "invite", "aria-labelledby": "invite-title" },
      h("h2", { id: "invite-title" }, PEOPLE.title), this.body,
      h("form", { method: "dialog", class: "buttons" }, h("button", { class: "quiet" }, PEOPLE.close)));
    document.body.append(dialog);
    dialog.addEventListener("close", () => { dialog.remove(); this.body = null; });
    dialog.showModal();
  }

  drawDialog() {
    if (!this.body) return;
    this.body.replaceChildren(...(this.of.shared ? this.shared() : this.opening()));
  }

  opening() {
    const error = h("p", { class: "error", role: "alert" });
    const name = h("input", { id: "invite-name", maxlength: 30, autocomplete: "off",
      value: settings().name === "You" ? "" : settings().name });
    const seats = h("input", { id: "invite-seats", type: "number", min: 1, max: 9, value: 1 });
    return [h("p", {}, PEOPLE.lead), h("label", {}, PEOPLE.name, name), h("label", {}, PEOPLE.seats, seats), error,
      h("p", { class: "buttons" }, h("button", { type: "button", class: "gold", onclick: async () => {
        await this.ask(name.value.trim(), Number(seats.value), error);
        if (name.value.trim()) set({ name: name.value.trim() });
      } }, PEOPLE.open))];
  }

  async ask(name, seats, error) {
    try {
      await ask(`/tables/${this.at.id}/open`, { method: "POST", body: { name, seats } });
    } catch (refusal) {
      error.textContent = refusal.message;
    }
  }

  shared() {
    const error = h("p", { class: "error", role: "alert" });
    const link = h("input", { id: "link", readonly: true, value: linkTo(this.at.id), "aria-label": PEOPLE.link,
      onfocus: (event) => event.target.select() });
    const friends = this.of.people.length - 1;
    return [h("p", {}, PEOPLE.lead), h("p", { class: "link-row" }, link, this.copyButton()), error,
      h("h3", {}, PEOPLE.who),
      h("ul", { class: "who" }, this.of.names.map((name, seat) => h("li", {}, h("b", {}, name), " ",
        h("small", {}, PEOPLE.states[this.state(seat)] ?? PEOPLE.agent)))),
      this.of.can_open && !this.of.tournament ? h("p", { class: "buttons" }, h("button", { type: "button",
        class: "quiet", id: "more-seats", onclick: () => this.ask(this.of.person, friends + 1, error) }, PEOPLE.more))
        : null].filter(Boolean);
  }

  leave() {
    clearInterval(this.ticking);
  }
}

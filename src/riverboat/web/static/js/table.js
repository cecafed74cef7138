// A table: snapshots come in and are shown one after another, decisions go out with the number of their turn.
import { chips, h, say, signed } from "./dom.js";
import { BidControls, DiceFelt } from "./bluff.js";
import { Controls } from "./controls.js";
import { Felt } from "./felt.js";
import { PartnerPanel } from "./partner.js";
import { settings } from "./settings.js";
import { Line } from "./socket.js";

export async function show(place, id) {
  const table = new Table(place, id);
  await table.ready;
  return () => table.leave();
}

export class Table {
  constructor(place, id, { experiment = null } = {}) {
    this.place = place;
    this.id = id;
    this.experiment = experiment;
    this.queue = [];
    this.now = null;
    this.timer = 0;
    this.shownAt = -Infinity;
    this.sent = -1; // the turn that was answered, and the hand after which the next was asked for: once is enough
    this.dealing = -1;
    this.ready = new Promise((resolve) => { this.seated = resolve; });
    this.line = new Line(id, { onMessages: (messages) => this.hear(messages), onState: (state) => this.lineIs(state) });
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
  }

  build(table) {
    if (this.felt) return;
    this.table = table;
    const bluff = table.game === "bluff";
    this.kind = bluff ? "dice" : "cards";
    this.felt = bluff ? new DiceFelt(table.names) : new Felt(table.names, { scored: table.scored });
    this.controls = new (bluff ? BidControls
      : Controls)({ onAct: (action) => this.act(action), onDeal: () => this.deal() });
    this.status = h("p", { class: "status", role: "status" });
    this.score = h("p", { class: "score" });
    this.log = h("ol", { class: "log", tabindex: 0, "aria-label": "What was done in this hand" });
    this.notes = h("div", { class: "notes" });
    this.partner = new PartnerPanel(this, { allowed: table.partner && (this.experiment?.withPartner ?? true) });
    document.getElementById("main").className = "at-table";
    this.place.append(
      h("div", { class: "table-head" },
        h("h1", {}, table.title), this.score,
        this.experiment ? null : h("nav", { class: "table-links", "aria-label": "This table" },
          h("a", { class: "button quiet", href: `#/table/${this.id}/session` }, "Look back"),
          h("button", { type: "button", class: "quiet", onclick: () => help(this.kind) }, "Keys"))),
      h("div", { class: "table-room" },
        h("div", { class: "stage" }, this.notes, this.felt.element, this.status, this.controls.element),
        h("aside", { class: "side", "aria-label": "Partner and log" }, this.partner.element,
          h("details", { class: "paper history", open: innerWidth > 900 },
            h("summary", {}, bluff ? "This round" : "This hand"), this.log))));
  }

  lineIs(state) {
    if (state === "gone") {
      this.place.replaceChildren(h("section", { class: "paper narrow" }, h("h1", {}, "There is no such table of yours"),
        h("p", {}, "It may have been left, or it was opened in another browser."),
          h("a", { class: "button gold", href: "#/" }, "To the lobby")));
      this.line.close();
      this.seated();
      return;
    }
    if (state === "open") this.queue = [];
    const words = { cut: "The line is cut. Your place is kept; trying again …",
      idle: "Nothing was done here for an hour. Click or press a key to go on." };
    if (this.status) this.status.textContent = words[state] ?? "";
    this.sent = this.dealing = -1;
  }

  hear(messages) {
    for (const message of messages) {
      if (message.type === "hello") this.build(message.table);
      else if (message.type === "table") {
        this.queue.push(message);
        this.dealing = -1;
      }
      else if (message.type === "error") {
        this.status.textContent = message.text;
        say(message.text);
        this.sent = this.dealing = -1;
        this.refresh();
      }
    }
    if (!this.queue.length) return;
    this.goOn();
    this.seated();
  }

  // Show what waits, one thing after another, with a pause to look at each.
  goOn() {
    if (this.timer || !this.queue.length) return;
    const folded = this.now && !this.now.seats?.[0].in;
    const pause = settings().pace * 1000 * (folded ? 0.4 : 1);
    const left = this.shownAt + pause - performance.now();
    if (left > 0) this.timer = setTimeout(() => this.next(), left);
    else this.next();
  }

  next() {
    this.timer = 0;
    const now = this.queue.shift();
    if (!now) return;
    this.shownAt = performance.now();
    this.showNow(now);
    if (!this.queue.length && now.phase === "between" && settings().autoDeal && !this.experiment) {
      this.dealer = setTimeout(() => this.deal(), 3000);
    }
    this.goOn();
  }

  hurry() {
    clearTimeout(this.timer);
    this.timer = 0;
    const last = this.queue.pop();
    this.queue = [];
    if (last) this.showNow(last);
  }

  showNow(now) {
    const before = this.now;
    this.now = now;
    if (now.phase === "empty") return;
    this.felt.show(now, { nets: now.standing.nets });
    this.score.replaceChildren(`${this.table.game === "bluff" ? "Round" : "Hand"} ${chips(now.hand)}`,
      h("span", { class: now.standing.net < 0 ? "lost" : "won" }, ` ${signed(now.standing.net)}`),
      this.table.seed === null || this.experiment ? "" : ` · seed ${this.table.seed}: predictable`);
    this.notes.replaceChildren(...now.notes.map((note) => h("p", {}, note)));
    this.showLog(now);
    this.refresh();
    this.tell(before, now);
    this.partner.turn(now, this.queue.length > 0);
    this.experiment?.onShow(now, this.queue.length > 0);
  }

  refresh() {
    const now = this.now;
    if (!now) return;
    const waiting = this.queue.length > 0 || this.sent === now.turn || (now.phase === "between"
      && this.dealing === now.hand);
    const actor = now.actor === null || now.actor === undefined ? null : this.table.names[now.actor];
    this.controls.show(now,
      { waiting, title: waiting || now.actor !== 0 ? (actor && now.actor !== 0 ? `${actor} is thinking …` : "") : "" });
    if (now.legal && !waiting) this.status.textContent = "";
  }

  showLog(now) {
    let street = "";
    const lines = [];
    for (const each of now.log) {
      if (each.street !== street && each.street !== "round") lines.push(h("li", { class: "street" },
        (street = each.street)));
      lines.push(h("li", { class: each.seat === 0 ? "you" : "" }, h("b", {}, each.who), ` ${each.text}`));
    }
    if (now.end) lines.push(h("li", { class: "end" }, this.felt.verdict(now),
      this.experiment ? null : h("a", { href: `#/table/${this.id}/hand/${now.hand}` },
        this.table.game === "bluff" ? "Look back at this round" : "Look back at this hand")));
    this.log.replaceChildren(...lines);
    this.log.scrollTop = this.log.scrollHeight;
  }

  tell(before, now) {
    for (const line of this.felt.news(before, now, !this.queue.length)) say(line);
  }

  async act(action) {
    const { turn } = this.now;
    if (!this.now.legal || this.sent === turn) return;
    this.sent = turn;
    this.refresh();
    if (!(await this.partner.agrees(action, turn))) {
      this.sent = -1;
      this.refresh();
      return;
    }
    this.experiment?.onAct(this.now, action);
    this.shownAt = -Infinity;
    if (!this.line.send({ type: "act", turn, action })) {
      this.sent = -1;
      this.refresh();
    }
  }

  deal() {
    clearTimeout(this.dealer);
    if (this.now?.phase !== "between" || this.dealing === this.now.hand) return;
    this.shownAt = -Infinity;
    this.dealing = this.now.hand;
    if (!this.line.send({ type: "deal", turn: this.now.turn })) this.dealing = -1;
    this.refresh();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const typing = event.target.matches("input:not([type=range]), select, textarea");
    const key = event.key.toLowerCase();
    if (typing || !this.now) return;
    if (key === "?") help(this.kind);
    else if (key === "p") this.partner.advise();
    else if (key === " " && this.queue.length && !event.target.matches("button, summary")) this.hurry();
    else if (!this.queue.length && this.sent !== this.now.turn && this.controls.press(key)) { /* done */ } else return;
    event.preventDefault();
  }

  leave() {
    clearTimeout(this.timer);
    clearTimeout(this.dealer);
    document.removeEventListener("keydown", this.keys);
    this.line.close();
    document.getElementById("main").className = "";
  }

}

const KEYS = {
  cards: [["F", "fold"], ["C or K", "check or call"], ["B or R", "bet or raise"],
    ["↑ ↓", "a larger or smaller amount"], ["I", "bring in (stud)"],
    ["1 2 3", "the card to turn (stud)"], ["N", "next hand"]],
  dice: [["C", "call Bluff"], ["B", "bid"], ["↑ ↓", "more or fewer dice"], ["1 … 6", "the face"], ["N", "next round"]],
};
const HINTS = {
  cards: "A raise names the total that your bet goes to. The round D is the dealer's button.",
  dice: "A bid says: at least so many dice under all cups show this face, wild ones counted. A bid of wild dice "
    + "outranks every plain bid of fewer than twice as many.",
};

function help(kind) {
  const dialog = h("dialog", { class: "help", "aria-labelledby": "help-title" },
    h("h2", { id: "help-title" }, "Keys"),
    h("dl", {}, [...KEYS[kind], ["P", "ask the partner"], ["Space", "skip the pause"], ["?", "this list"]]
      .flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])),
    h("p", { class: "hint" }, HINTS[kind]),
    h("form", { method: "dialog" }, h("button", { class: "gold" }, "Close")));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}


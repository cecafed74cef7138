// A table: snapshots come in and are shown one after another, decisions go out with the number of their turn.
import { capital, chips, h, say, signed, tone } from "./dom.js";
import { cardSign } from "./cards.js";
import { KINDS } from "./kinds.js";
import { PartnerPanel } from "./partner.js";
import { settings } from "./settings.js";
import { Line } from "./socket.js";
import { People } from "./people.js";
import { play } from "./sounds.js";
import { CONTROLS, TABLE } from "./texts/table.js";
import { placesTable, tournamentWords } from "./tourney.js";

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
    this.cut = false;
    this.shownAt = -Infinity;
    this.sent = -1; // the turn that was answered, and the hand after which the next was asked for: once is enough
    this.dealing = -1;
    this.ready = new Promise((resolve) => { this.seated = resolve; });
    this.line = new Line(id, { onMessages: (messages) => this.hear(messages), onState: (state) => this.lineIs(state),
      query: (experiment ? !experiment.withPartner : settings().silent) ? "" : "?partner=1" });
    this.keys = (event) => this.key(event);
    this.measured = () => this.measure();
    this.above = new ResizeObserver(this.measured); // what is compiled is told above the table, and goes again
    document.addEventListener("keydown", this.keys);
    addEventListener("resize", this.measured);
  }

  // Somebody has come to the table, or has left it: the seats are drawn again, and all else stays.
  newFelt(table) {
    this.table = table;
    const before = this.felt;
    this.felt = new this.kind.Felt(table.names, { scored: table.scored, you: this.you, people: table.people,
      onSeat: this.experiment ? null : (seat) => this.about(seat) });
    this.felt.element.addEventListener("click", (event) => {
      if (!event.target.closest("button") && this.queue.length) this.hurry();
    });
    before?.element.replaceWith(this.felt.element);
  }

  build(table) {
    if (this.felt) {
      if (JSON.stringify(table) !== JSON.stringify(this.table)) {
        this.newFelt(table);
        this.people.table(table);
      }
      return;
    }
    this.you = table.you ?? 0;
    this.kind = KINDS[table.pieces];
    this.newFelt(table);
    this.people = new People(this, table);
    this.controls = new this.kind.Controls({ onAct: (action) => this.act(action), onDeal: () => this.deal(),
      onSkip: () => this.hurry() });
    this.status = h("p", { class: "status", role: "status" });
    this.score = h("p", { class: "score" });
    this.log = h("ol", { class: "log", tabindex: 0, "aria-label": TABLE.done });
    this.notes = h("div", { class: "notes" });
    this.partner = new PartnerPanel(this, { allowed: table.partner && (this.experiment?.withPartner ?? true) });
    document.getElementById("main").className = "at-table";
    this.stage = h("div", { class: "stage" }, h("div", { class: "told" }, this.notes, this.people.line, this.status),
      this.felt.element, this.controls.element);
    this.place.append(
      h("div", { class: "table-head" },
        h("h1", {}, table.title), this.score,
        h("nav", { class: "table-links", "aria-label": TABLE.thisTable },
          this.experiment ? null : h("a", { class: "button quiet", href: `#/table/${this.id}/session` },
            TABLE.lookBack),
          this.people.button,
          h("button", { type: "button", class: "quiet", onclick: () => this.rules() }, TABLE.rules),
          h("button", { type: "button", class: "quiet", onclick: () => help(this.kind) }, TABLE.keys))),
      h("div", { class: "table-room" }, this.stage,
        h("aside", { class: "side", "aria-label": TABLE.side }, this.partner.element,
          h("details", { class: "paper history", open: innerWidth > 900 },
            h("summary", {}, TABLE.log(table.hand_name)), this.log))));
    document.querySelectorAll("header.top, #compiling, .table-head").forEach((each) => this.above.observe(each));
    if (!this.experiment) this.welcome();
  }

  // Who has not been at a table before is shown around; it can be dismissed, and does not come again.
  async welcome() {
    const { firstHand } = await import("./first_hand.js");
    this.tour = firstHand(this.place);
    if (this.tour) this.stage.querySelector(".told").prepend(this.tour.element);
  }

  // The stage is as high as what the window has left: nothing that a decision needs lies below the fold.
  measure() {
    if (!this.stage?.isConnected) return;
    this.stage.style.setProperty("--above", `${Math.round(this.stage.getBoundingClientRect().top + scrollY)}px`);
  }

  async about(seat) {
    const { openHud } = await import("./hud.js");
    openHud(this, seat);
  }

  async rules() {
    const { openRules } = await import("./rules.js");
    openRules(this.table.rule_set || this.table.game);
  }

  lineIs(state) {
    if (state === "gone") {
      this.place.replaceChildren(h("section", { class: "paper narrow" }, h("h1", {}, TABLE.gone),
        h("p", {}, TABLE.goneWhy), h("a", { class: "button gold", href: "#/" }, TABLE.toLobby)));
      this.line.close();
      this.seated();
      return;
    }
    if (state === "open") this.queue = [];
    if (this.status) this.status.textContent = { cut: TABLE.cut, idle: TABLE.idle }[state] ?? "";
    this.cut = state !== "open";
    this.sent = this.dealing = -1;
    this.refresh();
  }

  hear(messages) {
    for (const message of messages) {
      if (message.type === "hello") this.build(message.table);
      else if (message.type === "table") {
        const before = this.queue.at(-1) ?? this.now;
        if (!isQuiet(before, message)) this.queue.push(...runOut(before, message));
        this.dealing = -1;
      }
      else if (message.type === "partner") this.partner.beforehand(message);
      else if (message.type === "people") this.people.hear(message);
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
    const folded = this.now && !this.now.seats?.[this.you].in;
    const pause = settings().pace * 1000 * (this.now?.runOut ? 1.3 : folded ? 0.4 : 1);
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
    if (!this.queue.length && now.phase === "between" && settings().autoDeal && !this.experiment
      && !now.standing.tournament?.over) {
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
    this.people.show(now);
    if (now.phase === "empty") return;
    now.folded = now.seats[this.you]?.in === false && now.holding;
    this.felt.show(now, { nets: now.standing.nets });
    const { net } = now.standing;
    const { tournament } = now.standing;
    this.score.replaceChildren(`${capital(this.table.hand_name)} ${chips(now.hand)}`,
      tournament ? ` · ${tournamentWords(tournament)}` : "",
      net ? h("span", { class: tone(net) }, ` · ${signed(net)}`) : "",
      this.table.seed === null || this.experiment ? "" : TABLE.predictable(this.table.seed));
    this.notes.replaceChildren(...now.notes.map((note) => h("p", {}, note)));
    this.showLog(now);
    this.refresh();
    this.tell(before, now);
    this.partner.turn(now, this.queue.length > 0);
    this.experiment?.onShow(now, this.queue.length > 0);
    this.tour?.refresh();
    this.measure();
  }

  refresh() {
    const now = this.now;
    if (!now || now.phase === "empty") return;
    const { tournament } = now.standing;
    const waiting = this.cut || this.queue.length > 0 || this.sent === now.turn || (now.phase === "between"
      && this.dealing === now.hand);
    const other = now.actor !== null && now.actor !== undefined && now.actor !== this.you;
    const over = Boolean(tournament?.over) && now.phase === "between";
    this.controls.show(now, { waiting, skippable: this.queue.length > 0 && !this.cut, over,
      title: this.people.waiting(now) ?? (other && !this.cut ? CONTROLS.thinking(this.table.names[now.actor]) : "") });
    if (this.people.isAway && !this.cut && !this.queue.length) {
      this.controls.buttons.replaceChildren(...this.people.back());
    }
    if (tournament && now.phase === "between" && !this.queue.length) {
      this.controls.buttons.append(...placesTable(this, tournament));
    }
    if (now.legal && !waiting) this.status.textContent = "";
  }

  showLog(now) {
    const lines = [];
    const posts = now.posts ?? [];
    if (now.ante) lines.push(h("li", { class: "post" }, TABLE.ante(now.ante)));
    for (const { seat, text } of posts) lines.push(h("li", { class: "post" }, h("b", {}, this.felt.who(seat)),
      ` ${seat === this.you ? TABLE.youPost(text) : TABLE.posts(text)}`));
    let street = "";
    const begin = (name) => {
      street = name;
      const found = now.streets?.find((each) => each.name === name);
      lines.push(h("li", { class: "street" }, capital(name), found ? [TABLE.potBefore(found.pot),
        h("span", { class: "signs" }, found.board.map((card) => h("i", { class: `suit ${card[1]}` }, cardSign(card))))]
        : null));
    };
    for (const each of now.log) {
      if (each.street !== street && each.street !== this.table.hand_name) begin(each.street);
      lines.push(h("li", { class: each.seat === this.you ? "you" : "" }, h("b", {}, each.who), ` ${each.text}`));
    }
    const last = now.streets?.at(-1);
    if (last && last.name !== street && last.board.length) begin(last.name);
    if (now.end) lines.push(h("li", { class: "end" }, this.felt.verdict(now),
      this.experiment ? null : h("a", { href: `#/table/${this.id}/hand/${now.hand}` },
        TABLE.lookBackAt(this.table.hand_name))));
    this.log.replaceChildren(...lines);
    this.log.scrollTop = this.log.scrollHeight;
  }

  tell(before, now) {
    for (const line of this.felt.news(before, now, !this.queue.length)) say(line);
    if (before?.hand !== now.hand || now.board.length > before.board.length) play("deal");
    else if (now.end && !before.end) play(now.end.returns[this.you] > 0 ? "win" : "lose");
    else if (now.legal && !this.queue.length) play("turn");
    else if (now.pot > before.pot) play("chips");
  }

  async act(action) {
    const { turn } = this.now;
    if (!this.now.legal || this.sent === turn || this.cut) return;
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
    if (!["between", "empty"].includes(this.now?.phase) || this.dealing === this.now.hand) return;
    if (this.now.standing.tournament?.over) return;
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
    else if (key === "e") this.partner.showWorths();
    else if (key === " " && this.queue.length && !event.target.matches("button, summary")) this.hurry();
    else if (!this.queue.length && this.sent !== this.now.turn && this.controls.press(key)) { /* done */ } else return;
    event.preventDefault();
  }

  leave() {
    clearTimeout(this.timer);
    clearTimeout(this.dealer);
    this.people?.leave();
    document.removeEventListener("keydown", this.keys);
    removeEventListener("resize", this.measured);
    this.above.disconnect();
    this.line.close();
    document.getElementById("main").className = "";
  }
}

// Whether nothing was done that can be seen, and nobody is asked here: somebody passed who may call out of turn.
function isQuiet(before, now) {
  return before?.phase === "playing" && now.phase === "playing" && before.hand === now.hand && before.turn !== now.turn
    && now.total !== undefined && !now.legal && now.actor !== null && now.log.length === before.log.length;
}

// Where several streets come at once everyone is all in: the hands are tabled first, then street follows street.
function runOut(before, now) {
  const later = (now.streets ?? []).filter((each) => before?.hand === now.hand
    && each.board.length > before.board.length);
  if (later.length < 2) return [now];
  if (!now.end) return now.actor === null ? [] : [now]; // over, and not yet settled: what is settled follows at once
  const seats = now.seats.map((each, at) => ({ ...each, bet: 0,
    stack: each.stack === null ? null : each.stack - now.end.returns[at] - each.paid }));
  const at = (street, board) => ({ ...now, end: null, phase: "playing", legal: null, actor: null, runOut: true, seats,
    board, street: now.streets.indexOf(street), street_name: street.name,
    streets: now.streets.slice(0, now.streets.indexOf(street) + 1) });
  const tabled = now.streets.at(-later.length - 1) ?? now.streets[0];
  return [at(tabled, before.board), ...later.map((each) => at(each, each.board)), now];
}

function help(kind) {
  const dialog = h("dialog", { class: "help", "aria-labelledby": "help-title" },
    h("h2", { id: "help-title" }, TABLE.keys),
    h("dl", {}, [...kind.keys, ...TABLE.always]
      .flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])),
    h("p", { class: "hint" }, kind.hint),
    h("form", { method: "dialog" }, h("button", { class: "gold" }, TABLE.close)));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

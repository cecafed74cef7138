// The table itself: seats around the felt, cards, stacks, bets that move, the pot, the button.
import { calm, chips, h, signed } from "./dom.js";
import { cardsInWords, drawCard } from "./cards.js";

export class Felt {
  constructor(names, { scored = false, you = 0 } = {}) {
    this.scored = scored;
    this.you = you;
    this.names = names;
    this.last = null;
    this.pot = h("p", { class: "pot" });
    this.street = h("p", { class: "street" });
    this.board = h("div", { class: "board", role: "group", "aria-label": "Board" });
    this.words = h("p", { class: "verdict" });
    this.seats = names.map((name, at) => this.seat(name, at));
    this.list = h("ol", { class: "seats", "aria-label": "Players" }, this.seats.map((seat) => seat.element));
    this.bets = h("div", { class: "bets", "aria-hidden": "true" }, this.seats.map((seat) => seat.bet));
    this.element = h("div", { class: `felt seats-${names.length}` },
      h("div", { class: "cloth", "aria-hidden": "true" }),
      h("div", { class: "middle" }, this.street, this.board, this.pot, this.words), this.list, this.bets);
  }

  // Seats stand on an ellipse, you at the bottom, the next to act to your left.
  place(at, radius = 1) {
    const angle = ((90 + (360 * at) / this.names.length) * Math.PI) / 180;
    return { "--x": (Math.cos(angle) * radius).toFixed(4), "--y": (Math.sin(angle) * radius).toFixed(4) };
  }

  seat(name, at) {
    const seat = {
      cards: h("div", { class: "cards" }),
      stack: h("span", { class: "stack" }),
      did: h("span", { class: "did" }),
      net: h("span", { class: "net" }),
      button: h("span", { class: "dealer", title: "Dealer", hidden: true }, "D"),
      bet: h("span", { class: "bet", style: this.place(at, 0.56) }),
      drawn: "",
    };
    seat.label = h("span", { class: "unseen" });
    seat.element = h("li", { class: at === this.you ? "seat you" : "seat", style: this.place(at) }, seat.label,
      seat.cards,
      h("div", { class: "plate", "aria-hidden": "true" }, h("span", { class: "name" }, name), seat.stack, seat.net,
        seat.button), seat.did);
    return seat;
  }

  show(now, { nets = null } = {}) {
    const before = this.last;
    this.street.textContent = now.end ? (now.end.showdown ? "Showdown" : "The hand is over") : name(now.street_name);
    this.pot.replaceChildren("Pot ", h("strong", {}, chips(now.pot)));
    if (before && !calm()) this.collect(before, now);
    this.showBoard(now.board);
    now.seats.forEach((each, at) => this.showSeat(this.seats[at], each, at, now, nets));
    this.words.textContent = now.end ? verdict(now, this.you) : "";
    this.last = now;
  }

  showBoard(cards) {
    const drawn = [...this.board.children].map((each) => each.dataset.card);
    if (cards.length < drawn.length || drawn.some((card, at) => card !== cards[at])) this.board.replaceChildren();
    for (const card of cards.slice(this.board.children.length)) this.board.append(h("span",
      { class: "dealt", "data-card": card }, drawCard(card)));
    this.board.classList.toggle("empty", !cards.length);
    this.board.hidden = !cards.length;
  }

  showSeat(seat, each, at, now, nets) {
    const key = `${each.cards.join()}|${each.open.join()}`;
    if (key !== seat.drawn) {
      const old = seat.drawn.split("|")[0].split(",");
      seat.cards.replaceChildren(...each.cards.map((card, i) => h("span", {
        class: `${old[i] === card ? "" : "dealt"} ${each.open[i] ? "open" : "own"}`,
      }, drawCard(card))));
      seat.cards.dataset.count = each.cards.length;
      seat.drawn = key;
    }
    const stack = this.scored ? (nets ? nets[at] - (now.end ? 0 : each.paid) : -each.paid) : each.stack;
    seat.stack.textContent = this.scored ? `${signed(stack)} points` : each.stack === 0 && each.in && !now.end
      ? "all in" : chips(stack);
    seat.did.textContent = now.end ? now.end.hands[at] ?? "" : each.did;
    seat.did.className = now.end ? "did" : `did ${each.did.split(" ")[0]}`;
    const net = now.end?.returns[at] ?? 0;
    seat.net.textContent = net ? ` ${signed(net)}` : "";
    seat.net.className = `net ${net > 0 ? "won" : "lost"}`;
    seat.button.hidden = now.button !== at;
    seat.bet.replaceChildren(...(each.bet && !now.end ? pile(each.bet) : []));
    const classes = seat.element.classList;
    classes.toggle("folded", !each.in);
    classes.toggle("turn", now.actor === at);
    classes.toggle("winner", net > 0);
    seat.label.textContent = this.describe(each, at, now, stack);
  }

  verdict(now) {
    return verdict(now, this.you);
  }

  // What a screen reader hears: what is new, and the decision.
  news(before, now, settled) {
    const told = [];
    const known = before?.hand === now.hand ? before.log.length : 0;
    if (before?.hand !== now.hand) told.push(`Hand ${now.hand}. Your cards: ${cardsInWords(now.seats[0].cards)}.`);
    for (const each of now.log.slice(known)) if (each.seat !== 0) told.push(`${each.who} ${each.text}.`);
    const turned = before?.hand === now.hand ? now.board.slice(before.board.length) : [];
    if (turned.length) told.push(`${now.street_name}: ${cardsInWords(turned)}.`);
    if (now.end) told.push(this.verdict(now));
    else if (now.legal && settled) {
      const price = now.legal.kinds.includes("call") ? `${chips(now.legal.to_call)} to call` : "nothing to call";
      told.push(`Your turn: ${now.holding}; ${price}, pot ${chips(now.pot)}.`);
    }
    return told;
  }

  describe(each, at, now, stack) {
    const parts = [at === this.you ? "You" : this.names[at], this.scored ? `${signed(stack)} points`
      : `${chips(stack)} chips`];
    if (now.button === at) parts.push("dealer");
    if (!each.in) parts.push("folded");
    else if (each.cards.some((card) => card !== "??")) parts.push(cardsInWords(
      each.cards.filter((card) => card !== "??")));
    if (each.bet) parts.push(`bet ${chips(each.bet)}`);
    if (each.did && each.in) parts.push(each.did);
    if (now.actor === at) parts.push("to act");
    return parts.join(", ");
  }

  // Bets of the street that has ended slide into the pot.
  collect(before, now) {
    if (before.hand !== now.hand || (before.street === now.street && !now.end)) return;
    const target = this.pot.getBoundingClientRect();
    before.seats.forEach((each, at) => {
      if (!each.bet) return;
      const from = this.seats[at].bet.getBoundingClientRect();
      const ghost = this.seats[at].bet.cloneNode(true);
      ghost.replaceChildren(...pile(each.bet));
      this.bets.append(ghost);
      const across = target.left + target.width / 2 - from.left - from.width / 2;
      const to = `translate(calc(-50% + ${across}px), calc(-50% + ${target.top - from.top}px))`;
      ghost.animate([{ transform: "translate(-50%, -50%)", opacity: 1 }, { transform: to, opacity: 0.2 }],
        { duration: 420, easing: "ease-in" })
        .finished.finally(() => ghost.remove());
    });
  }
}

const name = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function pile(amount) {
  const discs = Math.min(5, Math.max(1, Math.ceil(Math.log2(amount / 5 + 1))));
  return [h("span", { class: "discs" }, Array.from({ length: discs },
    (_, at) => h("i", { class: `disc c${(at + String(amount).length) % 4}` }))), h("b", {}, chips(amount))];
}

// How the hand ended, in a sentence or two.
function verdict(now, you) {
  const who = (seat) => (seat === you ? "You" : now.seats[seat].name);
  const lines = now.end.pots.map((pot) => {
    const names = pot.winners.map(who);
    const verb = names.length > 1 ? "share" : names[0] === "You" ? "win" : "wins";
    return `${names.join(" and ")} ${verb} ${chips(pot.amount)}${pot.with ? ` with ${pot.with}` : ""}.`;
  });
  return lines.join(" ");
}

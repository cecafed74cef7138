// The table itself: seats around the felt, cards, stacks, bets that move, the pot, the button.
import { calm, capital, chips, h, signed, tone } from "./dom.js";
import { cardsInWords, drawCard } from "./cards.js";
import { emblem } from "./emblems.js";
import { FELT, PEOPLE, TOURNEY } from "./texts/table.js";

// A name whose number at the end is never cut off: "tight-aggressive 2".
export function nameParts(name) {
  const [, words, number] = name.match(/^(.*?)( \d+)?$/);
  return h("span", { class: "name" }, h("span", { class: "cut" }, words), number ? h("span", {}, number) : null);
}

// Where a seat stands: on an ellipse, the one who looks at the bottom; in rows where there is little room.
export function seatPlaces(count, you) {
  return (at) => {
    const angle = ((90 + (360 * (at - (you ?? 0))) / count) * Math.PI) / 180;
    return { "--x": Math.cos(angle).toFixed(4), "--y": Math.sin(angle).toFixed(4) };
  };
}

// How many stand in a row where seats stand in rows: on a narrow table, and on a low one.
export const rowVariables = (others) => ({ "--narrow": others > 5 ? Math.ceil(others / 2) : Math.max(1, others),
  "--low": Math.max(1, others) });

export class Felt {
  constructor(names, { scored = false, you = 0, people = [you], onSeat = null } = {}) {
    this.scored = scored;
    this.people = people;
    this.you = you;
    this.names = names;
    this.onSeat = onSeat;
    this.last = null;
    this.pot = h("p", { class: "pot" });
    this.street = h("p", { class: "street" });
    this.board = h("div", { class: "board", role: "group", "aria-label": FELT.board });
    this.words = h("p", { class: "verdict" });
    this.places = seatPlaces(names.length, you);
    this.seats = names.map((name, at) => this.seat(name, at));
    this.list = h("ol", { class: "seats", "aria-label": FELT.players }, this.seats.map((seat) => seat.element));
    this.element = h("div", { class: `felt seats-${names.length} ${you === null ? "watched" : ""}`,
      style: rowVariables(you === null ? names.length : names.length - 1) },
      h("div", { class: "cloth", "aria-hidden": "true" }),
      h("div", { class: "middle" }, this.street, this.board, this.pot, this.words), this.list);
  }

  seat(name, at) {
    const seat = {
      cards: h("div", { class: "cards" }),
      stack: h("span", { class: "stack" }),
      did: h("span", { class: "did" }),
      net: h("span", { class: "net" }),
      button: h("span", { class: "dealer", title: FELT.dealer, hidden: true }, "D"),
      bet: h("span", { class: "bet", "aria-hidden": "true" }),
      label: h("span", { class: "unseen" }),
      drawn: "",
    };
    const mine = at === this.you;
    const inside = [emblem(name, { person: this.people.includes(at) }), nameParts(name),
      h("span", { class: "line" }, seat.stack, seat.net), seat.button];
    const plate = this.onSeat && !mine
      ? h("button", { type: "button", class: "plate", "aria-label": FELT.about(name), "aria-haspopup": "dialog",
        onclick: () => this.onSeat(at) }, inside)
      : h("div", { class: "plate", "aria-hidden": "true" }, inside);
    seat.element = h("li", { class: mine ? "seat you" : "seat", style: this.places(at) }, seat.label, seat.cards, plate,
      seat.did, seat.bet);
    return seat;
  }

  show(now, { nets = null } = {}) {
    const before = this.last;
    const { end } = now;
    this.street.textContent = end ? (end.showdown ? FELT.showdown : FELT.over)
      : now.runOut ? FELT.runOut : capital(now.street_name);
    if (before && !calm()) this.collect(before, now);
    this.showPot(now);
    this.showBoard(now.board);
    now.seats.forEach((each, at) => this.showSeat(this.seats[at], each, at, now, nets));
    this.lift(end);
    this.words.textContent = end ? this.verdict(now) : "";
    this.element.classList.toggle("over", Boolean(end));
    if (end && before && !before.end && before.hand === now.hand && !calm()) this.pay(now);
    this.last = now;
  }

  showPot({ end, pot }) {
    const amount = end ? end.pots.reduce((sum, each) => sum + each.amount, 0) : pot;
    const back = end?.uncalled;
    this.pot.replaceChildren(FELT.pot, h("strong", {}, chips(amount)),
      back ? h("small", {}, ` ${FELT.returned(this.who(back.seat), back.amount)}`) : "");
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
        class: `${old[i] === card ? "" : "dealt"} ${each.open[i] ? "open" : "own"}`, "data-card": card,
      }, drawCard(card))));
      seat.cards.dataset.count = each.cards.length;
      seat.cards.classList.toggle("mixed", each.open.some((open) => open) && each.open.some((open) => !open));
      seat.cards.classList.toggle("shown", each.cards.some((card) => card !== "??"));
      seat.drawn = key;
    }
    const stack = this.scored ? (nets ? nets[at] - (now.end ? 0 : each.paid) : -each.paid) : each.stack;
    seat.stack.textContent = each.absent ? absentWords(at, now, this.states)
      : this.scored ? FELT.points(signed(stack), stack) : each.stack === 0 && each.in && !now.end
        ? FELT.allIn : chips(stack);
    seat.did.textContent = now.end ? now.end.hands[at]?.replace(/, \w+ kicker$/,
      "") ?? (each.in ? "" : each.did) : each.did;
    seat.did.className = now.end ? "did" : `did ${each.did.split(" ")[0]}`;
    const net = now.end?.returns[at] ?? 0;
    seat.net.textContent = net ? ` ${signed(net)}` : "";
    seat.net.className = `net ${tone(net)}`;
    seat.button.hidden = now.button !== at;
    seat.bet.replaceChildren(...(each.bet && !now.end ? pile(each.bet) : []));
    const classes = seat.element.classList;
    classes.toggle("folded", !each.in);
    classes.toggle("absent", Boolean(each.absent));
    classes.toggle("turn", now.actor === at);
    classes.toggle("winner", net > 0);
    seat.label.textContent = this.describe(each, at, now, stack);
  }

  // The cards that won stand out, those that did not step back.
  lift(end) {
    const best = new Set(end?.showdown ? end.best : []);
    this.element.classList.toggle("settled", best.size > 0);
    for (const card of this.element.querySelectorAll("[data-card]")) {
      card.classList.toggle("best", best.has(card.dataset.card));
    }
  }

  who(seat) {
    return seat === this.you ? FELT.you : this.names[seat];
  }

  // How the hand ended, in a sentence or two: pots that the same players win are one.
  verdict({ end }) {
    return FELT.verdict(end.pots.map((pot) => ({ ...pot, names: pot.winners.map((seat) => this.who(seat)) })));
  }

  // What a screen reader hears: what is new, and the decision.
  news(before, now, settled) {
    const told = [];
    const you = this.you ?? 0;
    const known = before?.hand === now.hand ? before.log.length : 0;
    if (before?.hand !== now.hand) told.push(FELT.newHand(now.hand, cardsInWords(now.seats[you].cards
      .filter((card) => card !== "??"))));
    for (const each of now.log.slice(known)) if (each.seat !== you) told.push(`${each.who} ${each.text}.`);
    const dealt = before?.hand === now.hand ? now.board.slice(before.board.length) : [];
    if (dealt.length) told.push(FELT.street(capital(now.street_name), cardsInWords(dealt)));
    if (now.end) told.push(this.verdict(now));
    else if (now.legal && settled) {
      const price = now.legal.kinds.includes("call") ? FELT.toCall(now.legal.to_call) : FELT.nothingToCall;
      told.push(FELT.turn(now.holding, price, now.pot));
    }
    return told;
  }

  describe(each, at, now, stack) {
    if (each.absent) return `${this.who(at)}, ${absentWords(at, now, this.states)}`;
    const parts = [this.who(at), this.scored ? FELT.points(signed(stack), stack) : FELT.chips(stack)];
    const known = each.cards.map((card, i) => [card, each.open[i]]).filter(([card]) => card !== "??");
    const [open, own] = [true, false].map((wanted) => cardsInWords(known.filter(([, is]) => is === wanted)
      .map(([card]) => card)));
    if (this.states?.[at] === "away") parts.push(PEOPLE.away);
    if (now.button === at) parts.push(FELT.dealer);
    if (!each.in) parts.push(FELT.folded);
    else if (open && own && at === this.you) parts.push(FELT.hiddenCards(own), FELT.openCards(open));
    else if (known.length) parts.push(cardsInWords(known.map(([card]) => card)));
    if (each.bet) parts.push(FELT.bet(each.bet));
    if (each.did && each.in) parts.push(each.did);
    if (now.actor === at) parts.push(FELT.toAct);
    return parts.join(", ");
  }

  // Bets of the street that has ended slide into the pot.
  collect(before, now) {
    if (before.hand !== now.hand || (before.street === now.street && !now.end)) return;
    before.seats.forEach((each, at) => {
      if (each.bet) this.slide(this.seats[at].bet.parentElement, this.pot, each.bet);
    });
  }

  // The pot goes to those who win it.
  pay(now) {
    now.end.pots.forEach((pot) => pot.winners.forEach((seat) =>
      this.slide(this.pot, this.seats[seat].element, pot.amount / pot.winners.length, 700)));
  }

  slide(from, to, amount, duration = 420) {
    const [base, start, stop] = [this.element, from, to].map((each) => each.getBoundingClientRect());
    const middle = (box) => [box.left + box.width / 2 - base.left, box.top + box.height / 2 - base.top];
    const [[x, y], [toX, toY]] = [middle(start), middle(stop)];
    const ghost = h("span", { class: "bet ghost", "aria-hidden": "true", style: { left: `${x}px`, top: `${y}px` } },
      pile(amount));
    this.element.append(ghost);
    const moved = `translate(calc(-50% + ${toX - x}px), calc(-50% + ${toY - y}px))`;
    ghost.animate([{ transform: "translate(-50%, -50%)", opacity: 1 }, { transform: moved, opacity: 0.3 }],
      { duration, easing: "ease-in" }).finished.finally(() => ghost.remove());
  }
}

// What stands on the plate of a seat that does not play the hand.
export function absentWords(seat, now, states = {}) {
  const place = now.standing?.tournament?.places[seat];
  const known = { open: PEOPLE.free, left: PEOPLE.left, gone: PEOPLE.left };
  return place ? TOURNEY.out(place) : known[states[seat]] ?? PEOPLE.watching;
}

function pile(amount) {
  const discs = Math.min(5, Math.max(1, Math.ceil(Math.log2(amount / 5 + 1))));
  return [h("span", { class: "discs" }, Array.from({ length: discs },
    (_, at) => h("i", { class: `disc c${(at + String(Math.round(amount)).length) % 4}` }))), h("b", {}, chips(amount))];
}

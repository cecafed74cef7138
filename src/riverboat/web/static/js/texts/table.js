// What the page says at a table: felt, controls, partner, log. Another language would be a file next to this one.

const number = (amount) => Math.round(amount).toLocaleString("en");
const list = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join(""));
const wins = (names) => (names.length > 1 ? "split" : names[0] === "You" ? "win" : "wins");
const s = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;
export const dice = (count) => `${count} ${count === 1 ? "die" : "dice"}`;
const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
  "twelve"];
export const countWord = (count) => COUNTS[count] ?? String(count);
export const bid = ({ quantity, face }) => `${countWord(quantity)} ${face}${quantity === 1 ? "" : "s"}`;

export const CARDS = {
  hidden: "a hidden card",
  name: (rank, suit) => `${rank} of ${suit}`,
};

export const FELT = {
  pot: "Pot ",
  players: "Players",
  board: "Board",
  dealer: "Dealer",
  showdown: "Showdown",
  over: "Hand over",
  runOut: "All in",
  allIn: "all in",
  you: "You",
  points: (text, amount) => `${text} point${Math.abs(amount) === 1 ? "" : "s"}`,
  chips: (amount) => `${number(amount)} chips`,
  folded: "folded",
  hiddenCards: (cards) => `hidden ${cards}`,
  openCards: (cards) => `open ${cards}`,
  bet: (amount) => `bet ${number(amount)}`,
  toAct: "to act",
  returned: (who, amount) => `${number(amount)} uncalled, back to ${who === "You" ? "you" : who}`,
  about: (name) => `About ${name}`,
  newHand: (hand, cards) => `Hand ${hand}. Your cards: ${cards}.`,
  street: (name, cards) => `${name}: ${cards}.`,
  turn: (holding, price, pot) => `Your turn: ${holding}; ${price}, pot ${number(pot)}.`,
  toCall: (amount) => `${number(amount)} to call`,
  nothingToCall: "nothing to call",
  // One pot, the same winners of several, or pot by pot.
  verdict: (pots) => {
    const total = pots.reduce((sum, pot) => sum + pot.amount, 0);
    const names = pots[0]?.names ?? [];
    const hand = pots[0]?.with ? ` with ${pots[0].with}` : "";
    if (pots.every((pot) => pot.names.join() === names.join())) {
      const parts = pots.length > 1
        ? `: main pot ${number(pots[0].amount)}, ${pots.length > 2 ? "side pots" : "side pot"} `
          + list(pots.slice(1).map((pot) => number(pot.amount))) : "";
      return `${list(names)} ${wins(names)} ${number(total)}${hand}${parts}.`;
    }
    return pots.map((pot, at) => `${at ? `Side pot${pots.length > 2 ? ` ${at}` : ""}` : "Main pot"} `
      + `${number(pot.amount)}: ${list(pot.names)} ${wins(pot.names)}`
      + `${pot.with ? ` with ${pot.with}` : ""}.`).join(" ");
  },
};

export const CONTROLS = {
  actions: "Your actions",
  decision: "Your decision",
  next: "Next hand",
  have: "You have ",
  folded: "You folded",
  wouldHave: "; you would have had ",
  odds: (cost, pot, toOne, need) => `Call ${number(cost)} to win ${number(pot)} (${toOne} to 1): you need ${need} `
    + "to break even.",
  fold: "Fold",
  check: "Check",
  call: (amount) => `Call ${number(amount)}`,
  allIn: ", all in",
  bringIn: (amount) => (amount ? `Bring in for ${number(amount)}` : "Bring in"),
  complete: (amount) => `Complete to ${amount}`,
  raise: (amount) => `Raise to ${amount}`,
  bet: (amount) => `Bet ${amount}`,
  amount: "Amount",
  amountInChips: "Amount in chips",
  sizes: { min: "Min", half: "½ pot", pot: "Pot", max: "Max", allIn: "All in" },
  notPossible: (least, most, allIn) => `Enter ${number(least)} to ${number(most)}${allIn ? " (all in)" : ""}.`,
  chooseCard: "Choose a card to show.",
  show: "Show",
  showCard: (card) => `Show the ${card}`,
  thinking: (name) => `${name} is thinking …`,
  skip: "Skip ahead",
  worth: "What is each worth?",
  worthIn: (unit, assumption) => `In ${unit}. ${assumption}`,
  worthLess: (count) => `${count} more ${count === 1 ? "bid" : "bids"}, worth less`,
  best: (words) => `The partner would ${words}.`,
  kinds: { fold: "Fold", check: "Check", call: "Call", bet: "Bet", raise: "Raise", "bring-in": "Bring in",
    reveal: "Show a card", bid: "Bid", bluff: "Call bluff" },
  worthOf: (words, value) => `${words} ${value}`,
  solved: "From the solved game.",
};

export const DICE = {
  die: (face, wild) => `a ${face}${wild ? ", wild" : ""}`,
  cup: (count) => `a cup over ${dice(count)}`,
  lifted: "The cups are lifted",
  onTable: (total, wild, palifico) => `${palifico ? "Palifico: " : ""}${dice(total)} on the table, `
    + `${wild ? `${wild}s are wild` : "none wild"}${palifico ? ", the face stays" : ""}`,
  noBid: "No bid yet",
  out: "out",
  dice: (roll) => `dice ${roll.join(", ")}`,
  hidden: (count) => `${count} hidden ${count === 1 ? "die" : "dice"}`,
  bid: (quantity, face) => `${quantity} × ${face}`,
  wins: (count) => `${number(count)} won`,
  calls: { bluff: "bluff", check: "exact", "spot-on": "spot-on" },
  // What was called on what, how many there were, and what it cost. Nobody loses where spot-on was right.
  verdict: ({ caller, call, called, showing, good, loser, winner, loses, gained, over }) => {
    const first = `${caller} called ${DICE.calls[call]} on ${bid(called)}. `;
    const there = showing === 0 ? "There are none" : `There ${showing === 1 ? "is" : "are"} ${countWord(showing)}`;
    const judged = call !== "bluff" ? there : `${there}: the bid was ${good ? "good" : "a bluff"}`;
    if (loser === null) return `${first}${there}, exactly. ${winner} ${winner === "You" ? "win" : "wins"} `
      + `${!loses ? "the round" : gained ? "a die back" : "the round, and nobody loses a die"}.`;
    const lost = loses ? `${loser} ${loser === "You" ? "lose" : "loses"} a die. ` : "";
    const won = over ? `${winner} ${winner === "You" ? "win" : "wins"} the round and the match.`
      : loses ? "" : `${winner} ${winner === "You" ? "win" : "wins"} the round.`;
    return `${first}${judged}. ${lost}${won}`.trim();
  },
  newRound: (round, roll) => `Round ${round}. `
    + (roll ? `Your dice: ${roll.join(", ")}.` : "You are out of this match."),
  did: (who, text) => `${who} ${text.replace("×", "times")}.`,
  higher: (now) => `Your turn: bid higher than ${bid(now)}, or call bluff.`,
  openNow: "Your turn: open the bidding.",
  outOfTurn: (now) => `Do you call spot-on on ${bid(now)}? Else the round goes on.`,
  next: "Next round",
  hint: (now, spotOn) => `Bid higher than ${bid(now)}, ${spotOn ? "call bluff, or call spot-on" : "or call bluff"}.`,
  youOpen: "You open: make a bid.",
  callBluff: "Call bluff",
  callExact: "Exactly right",
  callSpotOn: "Spot-on",
  pass: "Go on",
  makeBid: (quantity, face) => `Bid ${quantity} × ${face}`,
  face: "Face",
  faceNamed: (face, wild) => `Face ${face}${wild ? ", wild" : ""}`,
  fewer: "Fewer",
  more: "More",
  howMany: "How many",
};

export const TABLE = {
  log: (hand) => `This ${hand}`,
  done: "What was done in this hand",
  thisTable: "This table",
  lookBack: "Look back",
  rules: "Rules",
  keys: "Keys",
  side: "Partner and log",
  gone: "We can't find this table",
  goneWhy: "You may have left it, or opened it in another browser.",
  toLobby: "Back to the lobby",
  cut: "Connection lost. Your seat is saved; reconnecting …",
  idle: "Nothing was done here for an hour. Click or press a key to go on.",
  predictable: (seed) => ` · seed ${seed}: predictable`,
  potBefore: (amount) => ` · pot ${number(amount)}`,
  posts: (text) => `posts the ${text}`,
  youPost: (text) => `post the ${text}`,
  ante: (amount) => `Everyone antes ${number(amount)}.`,
  lookBackAt: (hand) => `Look back at this ${hand}`,
  close: "Close",
  always: [["P", "ask the partner"], ["E", "what each action is worth"], ["Space", "skip ahead"], ["?", "this list"]],
};

export const KEYS = {
  cards: [["F", "fold"], ["C or K", "check or call"], ["B or R", "bet or raise"], ["↑ ↓", "bet more or less"],
    ["I", "bring in (stud)"], ["1 2 3", "card to show (stud)"], ["N", "next hand"]],
  cardsHint: "Raises are “to” amounts: the total of your bet. D marks the dealer button.",
  dice: [["C", "call bluff"], ["B", "bid"], ["↑ ↓", "more or fewer dice"], ["1 … 6", "the face"],
    ["X", "spot-on (Perudo)"], ["K", "go on without a call (Perudo)"], ["N", "next round"]],
  diceHint: "A bid claims that at least that many dice, under all cups together, show the face (wild dice count). "
    + "A bid on the wild face beats any other bid of less than twice its number, at Perudo also of twice its number.",
};

export const PARTNER = {
  title: "Partner",
  own: "or ask in your own words",
  ask: "Ask",
  askLabel: "Ask the partner",
  whatWouldYouDo: "What would you do?",
  mute: "Mute",
  unmute: "Unmute",
  would: "I would ",
  said: (words) => `The partner would ${words}.`,
  doIt: (words) => words.charAt(0).toUpperCase() + words.slice(1),
  taken: (text) => `You're asking: ${text}`,
  sure: "Are you sure?",
  instead: (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)} instead`,
  anyway: (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)} anyway`,
  goOn: "Go on anyway",
  think: "Let me think",
  rule: "Which rule decided",
};

const seconds = (left) => `${left} s`;

// Several people at one table.
export const PEOPLE = {
  invite: "Invite",
  title: "Play with friends",
  lead: "Whoever has this link can take a seat here. Nobody sees anybody else's cards or dice.",
  link: "Link to this table",
  copy: "Copy the link",
  copied: "Copied",
  name: "Your name",
  seats: "Seats for friends",
  open: "Open this table",
  more: "Add a seat",
  who: "Who sits here",
  states: { here: "here", away: "away", left: "left", gone: "left", open: "free" },
  agent: "bot",
  away: "away",
  free: "free seat",
  left: "has left",
  watching: "not in this hand",
  waiting: "Before the first deal",
  waitingLine: "Send the link to your friends, or begin without them.",
  alone: "Waiting for somebody to take a seat.",
  start: "Deal the first hand",
  startTournament: "Start the tournament",
  startTournamentLine: "Anyone not seated when it starts is not in it.",
  awaits: (names) => `Waiting for ${list(names)} …`,
  clock: (name, left) => `${name} is thinking … ${seconds(left)}`,
  yourClock: (left) => `${seconds(left)} left: then the rules check or fold for you.`,
  youAway: "You were away, so the rules checked or folded for you.",
  back: "I'm back",
  close: "Close",
};

export const TOURNEY = {
  blinds: (small, big) => `blinds ${number(small)}/${number(big)}`,
  rises: (hands, small, big) => `${number(small)}/${number(big)} in ${s(hands, "hand")}`,
  left: (left, of) => `${left} of ${of} left`,
  place: (place) => (place % 1 ? `shared ${Math.floor(place)}–${Math.ceil(place)}` : ordinal(place)),
  out: (place) => `out, ${TOURNEY.place(place)}`,
  youOut: (place, of, points) => (place % 1
    ? `You finished level: places ${Math.floor(place)} and ${Math.ceil(place)} of ${of}`
    : `You finished ${TOURNEY.place(place)} of ${of}`)
    + `${points ? ` and win ${number(points)} points` : ""}.`,
  youWin: (of, points) => `You win the tournament! 1st of ${of}: ${number(points)} points.`,
  over: "Final places",
  columns: ["place", "player", "points"],
  finish: "Play it to the end",
  another: "Another tournament",
};
const ordinal = (place) => `${place}${{ 1: "st", 2: "nd", 3: "rd" }[place] ?? "th"}`;

export const HUD = {
  stats: "How they play here",
  none: "No hands seen yet.",
  hands: (count) => `over ${s(count, "hand")}`,
  seen: "Hands they showed",
  nothingShown: "None so far.",
  lookBack: "All figures of this session",
};

/** A newcomer's first hand: what is pointed at, and what is said of it. */
export const FIRST_HAND = {
  title: "Your first hand",
  next: "Next",
  done: "Got it",
  skip: "No thanks",
  step: (at, count) => `${at}/${count}`,
  steps: [
    [".seat.you", "This is you: your cards or dice, which nobody else sees, and what you have."],
    [".middle", "The middle belongs to everybody: the cards or the bid on the table, and what can be won."],
    [".facts", "Here it says what you hold, and what going on would cost you."],
    [".actions", "These are your choices. When in doubt, the first hand is a good one to fold and watch."],
    [".partner", "The partner sees what you see. Ask what it would do, and why."],
  ],
};

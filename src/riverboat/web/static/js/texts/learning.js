// What the page says where one learns: rules and glossary, odds, starting hands, explorer, practice, costly decisions.

const number = (amount) => Math.round(amount).toLocaleString("en");

export const LEARN = {
  title: "Learn",
  lead: "Short rules, practice with exact answers, and the tools behind the coach.",
  views: [
    ["Practice", "#/practice", "Six themes and your own mistakes, scored by what a wrong answer costs."],
    ["Analysis", "#/analysis", "Set up any spot: what the partner says, what they may hold, what each action is "
      + "worth."],
    ["Explorer", "#/explorer", "Walk solved games: what the best strategy does at every point, and what a mistake "
      + "costs."],
    ["Odds", "#/odds", "Win, tie, lose and equity of hands and ranges, on any board."],
    ["Starting hands", "#/starting-hands", "What all 169 hands earn at tables of two to ten."],
    ["Rules", "#/rules", "Every game in two minutes."],
    ["Glossary", "#/glossary", "From ante to VPIP: what the words mean."],
  ],
};

export const RULES = {
  title: "Rules",
  lead: "Every game in two minutes.",
  of: (title) => `${title}: the rules`,
  close: "Close",
  all: "All games",
  play: "Play it",
  glossary: "Glossary",
  glossaryLead: "Tap a word where it is underlined, or read all of them here.",
  meaning: (word) => `What “${word}” means`,
};

const BETTING = "When it is your turn you may fold (give up), check (stay in for nothing), call (match the bet), or "
  + "bet and "
  + "raise. A betting round ends when everyone still in has put in the same.";
const SHOWDOWN = "If two or more are left after the last round, hands are shown and the best five cards win the "
  + "pot. Equal "
  + "hands split it. If everyone else folds, you win without showing.";
const RANKS = "Hands, best first: straight flush, four of a kind, full house, flush, straight, three of a kind, two "
  + "pair, "
  + "one pair, high card.";

/** The rules of a game: a title and paragraphs, by the game's name. */
export const GAME_RULES = {
  "holdem-limit": ["Limit Hold'em", [
    "You get two hole cards that only you see. Five cards come to the board for everyone: three on the flop, one on "
      + "the turn, one on the river.",
    "The two players left of the dealer button post the small blind and the big blind before the cards are dealt.",
    BETTING, "Bets have a fixed size: small before the flop and on it, twice as much on the turn and the river. "
      + "There are at most four bets a round.",
    SHOWDOWN, RANKS,
    "Your first hand: look at your two cards, then at the price of a call above the buttons. Fold weak hands early, "
      + "raise good ones."]],
  "holdem-nolimit": ["No-limit Hold'em", [
    "Played like limit Hold'em: two hole cards each, five on the board, four betting rounds.",
    "Any bet up to your whole stack is allowed. A raise must be at least as large as the last bet or raise.",
    "Who is all in can win from each opponent only as much as they put in themselves; the rest goes into side pots.",
    BETTING, SHOWDOWN, RANKS,
    "Your first hand: half the pot to the whole pot is an ordinary bet. Try the size buttons before you move the "
      + "slider."]],
  "omaha-limit": ["Limit Omaha", [
    "You get four hole cards. Your hand at the showdown is made of exactly two of them and exactly three of the board.",
    BETTING, "Bets are fixed, as in limit Hold'em.", SHOWDOWN, RANKS,
    "Your first hand: four cards that work together are worth far more than one good pair."]],
  "omaha-potlimit": ["Pot-limit Omaha", [
    "You get four hole cards. Your hand at the showdown is made of exactly two of them and exactly three of the board.",
    "A bet or raise may be at most the size of the pot after you have called.", BETTING, SHOWDOWN, RANKS,
    "Your first hand: draws to the best straight or flush are strong, to the second best they are dangerous."]],
  "stud-limit": ["Seven-card stud", [
    "There is no board. Everyone antes, then gets seven cards over five rounds: two hidden, four open, the last "
      + "hidden.",
    "The lowest open card must bring it in: a small forced bet. Later rounds start with the best open cards.",
    BETTING, "Bets are small on third and fourth street, big from fifth street on.", SHOWDOWN, RANKS,
    "Your first hand: what others see of you stands higher on the table, what only you see lies lower. Remember "
      + "which cards are gone."]],
  stud: ["Stud with reveals", [
    "Two players, seven cards each, seven betting rounds, points instead of chips. This is the game of the coaching "
      + "study.",
    "Some of your cards are open from the start. Before the sixth and seventh round both of you choose one hidden "
      + "card to show.",
    "There is no check: you bet, call or fold. A bet may be as large as the pot.", SHOWDOWN, RANKS,
    "Your first hand: show a harmless card when you are strong, a scary one when you are weak."]],
  kuhn: ["Kuhn's game", [
    "Three cards: jack, queen and king. Two players ante one chip each and get one card each; nobody sees the third.",
    "The first player checks or bets one chip. Facing a bet you call one chip, or fold and lose the pot. After a check "
      + "the second player may bet too.",
    "If nobody folds, the higher card wins. You take turns at being first; results are points, and can go below zero.",
    "Harold Kuhn solved it by hand in 1950: at best play the first player loses an eighteenth of a chip a hand.",
    "Your first hand: with the king always call, with the jack never. A bet with the jack now and then is a bluff that "
      + "best play needs."]],
  leduc: ["Leduc Hold'em", [
    "Six cards: two jacks, two queens, two kings. Two players ante one chip each and get one card each.",
    "There is a betting round with bets of 2. Then one card is turned up for both, and a round with bets of 4 follows. "
      + "Each round has at most one bet and one raise.",
    BETTING,
    "A card that pairs the one in the middle wins; otherwise the higher card does. Equal cards split the pot.",
    "Your first hand: a pair is the best hand there is, so bet it. With a king and no pair, one bet is often enough."]],
  bluff: ["Bluff (liar's dice)", [
    "Everyone rolls dice under a cup. Only you see yours.",
    "A bid of 4 fives claims at least four fives under all cups together. Sixes are wild: they count for "
      + "every face.",
    "You must bid higher (more dice, or the same number of a higher face) or call bluff on the last bid.",
    "When bluff is called the cups are lifted. If there are enough dice, the caller loses the round; if not, the "
      + "bidder does.",
    "In a match the loser of a round loses a die. The last player with dice wins.",
    "Your first round: with no dice that match, a bid of one more than you hold among three hidden dice is about "
      + "even."]],
  perudo: ["Perudo", [
    "Everyone has five dice under a cup. Only you see yours. Who loses a round loses a die; the last player with dice "
      + "wins.",
    "A bid of 4 fives claims at least four fives under all cups together. Ones are wild: they are called "
      + "aces and count for every face.",
    "You must bid higher, call bluff (dudo), or call spot-on. Higher is more dice of any face, or as many of a higher "
      + "face.",
    "Aces are rarer. To change to aces, bid at least half as many, rounded up: after seven 4s, four aces. To change "
      + "back, bid at least twice as many and one more: after four aces, nine of any face. Nobody may open with aces.",
    "When bluff is called the cups are lifted. If there are enough dice, the caller loses a die; if not, the bidder "
      + "does.",
    "Spot-on says that the bid is exactly right. If so, the caller wins a die back, never more than five, and the "
      + "bidder loses nothing. If not, the caller loses a die. The caller opens the next round.",
    "Whoever lost a die opens the next round. If it was their last, the next player does.",
    "Palifico: a player who comes down to one die for the first time opens a special round. Nothing is wild, and "
      + "the face of the first bid stays: you can only bid more dice. There is no spot-on. With two players left it "
      + "isn't played.",
    "All of this can be changed where you set up the table: wild sixes, an opening with aces, faces that only rise, "
      + "spot-on by anybody, palifico for players with one die.",
    "Your first round: of thirty dice, ten count for any face on average, a third of those you can't see."]],
};

export const GLOSSARY = [
  ["aces", "Perudo: the wild face, mostly ones. A bid of aces needs half as many dice."],
  ["ante", "A small amount everyone puts in before the cards are dealt."],
  ["all in", "With all your chips in the pot. You can win only what each opponent matched."],
  ["big blind", "The larger of two forced bets before the flop, posted two seats left of the button."],
  ["blind", "A forced bet that is posted before the cards are dealt."],
  ["board", "The cards in the middle that everybody may use."],
  ["bring-in", "Stud: the small forced bet of the player with the lowest open card."],
  ["button", "The mark of the dealer. It moves one seat after each hand; acting last is an advantage."],
  ["call", "Put in as much as the last bet asks for."],
  ["check", "Stay in without putting anything in; possible when there is no bet to match."],
  ["draw", "A hand that isn't made yet but may become strong with the right card."],
  ["equity", "Your share of the pot on average, if no more is bet and all cards come."],
  ["EV", "Expected value: what an action brings on average, in chips."],
  ["exploitability", "What the best possible opponent wins from a strategy on average."],
  ["flop", "The first three cards of the board."],
  ["fold", "Give up the hand and what you put in."],
  ["hole cards", "Your own cards, which nobody else sees."],
  ["kicker", "The highest card that is not part of a pair or two pair; it decides between equal pairs."],
  ["mix", "Doing different things with the same hand, each with a certain frequency, so that nobody can read you."],
  ["muck", "Throw a hand away without showing it."],
  ["outs", "Cards that would make yours the best hand."],
  ["palifico", "Perudo: the round after a player has come down to one die for the first time. Nothing is wild, and the "
    + "face stays."],
  ["PFR", "How often a player raises before the flop, in percent of hands."],
  ["pot odds", "The price of a call against the pot: 10 to win 50 is 5 to 1, so you need 1 win in 6, or 17%."],
  ["range", "All hands a player may hold, given what they did."],
  ["river", "The fifth card of the board, and the last betting round."],
  ["showdown", "When hands are shown and compared."],
  ["side pot", "A pot that a player who is all in for less can't win."],
  ["spot-on", "Perudo: the call that a bid is exactly right, also known as calza. It wins a die back, or loses one."],
  ["turn", "The fourth card of the board."],
  ["value bet", "A bet you want worse hands to call."],
  ["VPIP", "How often a player voluntarily puts chips in before the flop, in percent of hands."],
  ["aggression", "AF: bets and raises for each call, after the first round."],
  ["wild", "A die that counts for every face."],
];

export const ODDS = {
  title: "Odds",
  lead: "Hands or ranges, separated by “vs”: AhKh vs QQ, or AKs vs 20% vs random.",
  hands: "Hands",
  board: "Board (0, 3, 4 or 5 cards)",
  opponents: "Opponents with random cards",
  go: "Work it out",
  working: "Working …",
  columns: ["hand", "equity", "win", "tie"],
  exact: "Every possible deal was counted.",
  simulated: (games) => `${number(games)} deals were simulated; the interval is 95%.`,
  examples: [["AhKh vs QsQc", ""], ["JhTh vs AsAd", "9h8h2c"], ["AA vs KK vs 20%", ""], ["7s2d", ""]],
  try: "Try: ",
  range: (low, high) => ` ${low} to ${high}`,
};

export const STARTING = {
  title: "Starting hands",
  lead: "What each of the 169 hands earns when everyone stays in to the showdown, in small bets a hand. Green "
    + "earns, red "
    + "loses; suited hands lie above the diagonal.",
  players: "Players at the table",
  grid: "The 169 starting hands",
  chosen: (name, income, equity, rank) => `${name}: ${income} small bets a hand,
    equity ${equity}; number ${rank} of 169.`,
  hint: "Choose a hand to see its figures.",
};

export const EXPLORER = {
  title: "Explorer",
  lead: "Solved games, point by point: how often the best strategy takes each action, and what another one costs.",
  game: "Game",
  games: [["kuhn", "Kuhn poker: three cards, one bet"], ["leduc", "Leduc Hold'em: six cards, two rounds"],
    ["bluff", "Bluff, one die each"], ["bluff-2-1", "Bluff, two dice against one"]],
  value: (value) => `Worth ${value} to the first player, per hand.`,
  bounds: (low, high) => `Proved to lie between ${low} and ${high}.`,
  start: "Start again",
  history: "So far",
  nothing: "nothing",
  holds: "holds",
  to: (player) => `Player ${player} to act`,
  chance: "A card is dealt: choose one",
  over: "The hand is over.",
  net: (amounts) => `Result: ${amounts}.`,
  columns: ["action", "how often", "costs"],
  cost: (amount) => (amount < 0.00005 ? "nothing" : amount.toFixed(4)),
  note: "The cost is what the action gives away against the best one, when both play on by the solution.",
  unreached: "By the solution this point is never reached with this hand; its mix is one of many.",
  go: "Go on",
};

export const PRACTICE = {
  title: "Practice",
  lead: "Choose a theme. Every answer is scored by what it gives away, and what you got wrong comes back until it is "
    + "right three times.",
  own: "Your own mistakes",
  theme: "Theme",
  answers: "Answers",
  question: "What do you do?",
  soFar: "So far:",
  have: (holding) => `You have ${holding}.`,
  price: (cost, pot) => `A call costs ${number(cost)} into a pot of ${number(pot)}.`,
  next: "Next",
  right: "Right: nothing speaks against it.",
  wrong: (cost, unit) => `That gives away ${cost} ${unit}.`,
  best: (words) => `Best: ${words}.`,
  mastered: "Right three times in a row: mastered.",
  comesBack: "This one comes back.",
  progress: "Your progress",
  none: "Answer a few, and your progress is shown here.",
  table: ["Theme", "Answered", "Right", "Given away per 100", "Mistakes"],
  counts: (waiting, mastered) => [waiting ? `${waiting} to repeat` : "", mastered ? `${mastered} mastered` : ""]
    .filter(Boolean).join(", "),
  ownCounts: (waiting, mastered) => `Your own mistakes: ${waiting} to repeat, ${mastered} mastered.`,
  due: (count) => `${count} to repeat now`,
  dueWord: " to repeat",
  again: "From your earlier mistakes",
  overTime: (unit) => `Given away per 100 answers, in ${unit}`,
  pieces: (piece) => `groups of ${piece} answers`,
  atTables: (count) => `At your tables: ${number(count)} decisions`,
  byStreet: "Street",
  byTheme: "Theme",
  playedColumns: ["Decisions", "Given away per 100"],
  playedOverTime: (unit) => `Given away per 100 decisions at tables, in ${unit}`,
  playedPieces: (piece) => `groups of ${piece} decisions`,
};

export const COSTLY = {
  title: "Your costliest decisions",
  all: "Your costliest decisions of all sessions",
  lead: (hands) => `Of your newest ${number(hands)} hands here, by what each gave away against the best legal action.`,
  find: "Find them",
  finding: "Going through your hands …",
  goThrough: (hands) => `Go through ${number(hands)} more hand${hands === 1 ? "" : "s"}`,
  going: (done, hands) => `Going through your hands: ${number(done)} of ${number(hands)} …`,
  none: "No decision cost anything by these estimates.",
  nothingPlayed: "Play some hands: your costliest decisions are listed here.",
  practise: "Practise them until you have mastered them",
  row: (hand, street) => `Hand ${hand}, ${street}: `,
  cost: (amount, unit) => `cost about ${amount} ${unit}`,
  look: "Play it again from here",
};

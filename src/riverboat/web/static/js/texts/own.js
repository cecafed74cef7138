// What the page says where one looks at one's own hands: importing, figures, filters, the list.

const number = (amount) => Math.round(amount).toLocaleString("en");
const s = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;

export const OWN = {
  title: "Your hands",
  lead: "Bring the hands that your poker room wrote to your disk. Every one is verified by replay; then see how you "
    + "play, by position and street, with intervals.",
  import: "Import",
  drop: "Drop files or a folder here",
  rooms: "PokerStars, GGPoker, Winamax, partypoker, 888, iPoker, Bovada, Ignition, Winning, Open Hand History, PHH; "
    + "also .gz and .tgz.",
  choose: "Choose files",
  chooseFolder: "Choose a folder",
  private: "Only you see them, in this browser. “Delete all my data” in the settings deletes them too.",
  shared: "These are the hands of this computer's database. What you import here goes there too.",
  sending: (done, of) => `Sending: ${done} of ${of}`,
  waiting: "Waiting for a free place …",
  reading: (read, stored, file) => `${s(read, "hand")} read, ${number(stored)} stored. Now: ${file}`,
  stop: "Stop",
  nothing: "There is no file in what you dropped.",
  tooLarge: (most) => `That is more than ${most}, the most that can be imported at a time. Drop fewer files.`,
  done: ({ hands_read: read, hands_stored: stored, hands_known: known, hands_rejected: rejected }) =>
    `${s(read, "hand")} read: ${number(stored)} stored, ${number(known)} known already, ${number(rejected)} rejected.`,
  stopped: "Stopped. What was stored by then is kept.",
  failed: (reason) => `The import failed: ${reason}.`,
  others: "Left out, because these games are not played here:",
  other: (name, count) => `${name}: ${s(count, "hand")}`,
  rejected: (count) => `${s(count, "rejection")}`,
  moreRejected: (count) => `and ${number(count)} more`,
  rejectionColumns: ["file", "line", "reason"],
  filesRejected: (count) => `${s(count, "file")} could not be read.`,
  filters: "Which hands",
  player: "Player",
  game: "Game",
  allGames: "all games",
  position: "Position",
  anyPosition: "any position",
  positions: { sb: "small blind", bb: "big blind", ep: "early", mp: "middle", co: "cut-off", btn: "button" },
  stakes: "Stakes (big blind)",
  anyStakes: "any stakes",
  seats: "Players",
  anySeats: "any number",
  handsOf: (name, hands) => `${name} (${number(hands)})`,
  since: "From",
  until: "To",
  reset: "All hands",
  none: "No hand is let through by these filters.",
  result: (lost, amount, unit, hands) => `${lost ? "Lost" : "Won"} ${amount} ${unit} in ${s(hands, "hand")}.`,
  graph: "Results",
  series: ["all hands", "at showdown", "without showdown"],
  hands: "hands",
  wonAxis: (unit) => `${unit} won`,
  figures: "How you play",
  figuresLine: "Dot: estimate. Bar: 95% confidence interval. Wide bars mean few hands.",
  figure: "figure",
  value: "estimate",
  sample: "of",
  intervalOf: (low, high) => `${low} to ${high}`,
  of: (count) => ` of ${number(count)}`,
  byPosition: "By position",
  byStreet: "By street",
  positionColumn: "position",
  streetColumn: "street",
  notYet: "not yet",
  names: {
    vpip: ["VPIP", "put chips in before the flop of their own will"],
    pfr: ["PFR", "raised before the flop"],
    three_bet: ["3-bet", "raised again, of hands with one raise before them"],
    fold_to_three_bet: ["Fold to 3-bet", "of hands whose raise was raised again"],
    steal: ["Steal", "raised first from the cut-off, the button or the small blind"],
    limp: ["Limp", "called where nobody had come in"],
    went_to_showdown: ["WTSD", "went to showdown, of hands that saw the flop"],
    won_at_showdown: ["W$SD", "won at showdown"],
    aggression_factor: ["AF", "bets and raises for each call, after the flop"],
    bb_100: ["bb/100", "big blinds (limit: small bets) won over a hundred hands"],
    showdown_bb_100: ["bb/100 at showdown", "the blue line"],
    other_bb_100: ["bb/100 without", "the red line"],
    cbet: ["C-bet", "bet again as the one who raised last before the flop"],
    fold_to_cbet: ["Fold to c-bet", "folded to such a bet"],
    aggression: ["AF", "bets and raises for each call"],
  },
  list: "Hands",
  listColumnNames: ["when", "game", "stakes", "from", "cards", "board", "end", "won"],
  folded: "folded",
  showdown: "showdown",
  allFolded: "everyone else folded",
  unknown: "not known",
  look: "Replay",
  lookNamed: (at) => `Replay hand ${at}`,
  older: "Older hands",
  damaged: (count) => `${s(count, "hand")} can't be read: the store is damaged there.`,
  deleteTitle: "Delete these hands",
  deleteLine: "All hands that you have brought are deleted at once, for good. Your tables here stay.",
  deleteButton: "Delete my hands",
  deleted: "All hands that you brought are deleted.",
};

export const OWN_HAND = {
  back: "All hands",
  export: "Export (PHH)",
  title: (number_) => `Hand ${number_}`,
  unit: (worth) => `One chip is ${worth} in the file's money.`,
  rake: (amount) => `Rake: ${number(amount)} chips.`,
  twice: "The rest of the board was dealt twice; the replay shows the first.",
  open: "The result is not known: cards that were never shown decide it.",
};

const REFERENCES = { "loki-a": "Lokibot" };

export const LEAKS = {
  title: "Leaks",
  lead: "Habits in which this player differs from a reference, and what each costs. The reference is equilibrium at "
    + "two-handed limit, the solved spot on rivers between two, and Lokibot elsewhere. Only what is sure is named. "
    + "The newest 2,000 hands that the filters let through are looked at.",
  find: "Look for leaks",
  stop: "Stop",
  waiting: "Waiting for a free place …",
  looking: (done, of) => `${number(done)} of ${s(of, "hand")} looked at`,
  failed: (reason) => `The search failed: ${reason}.`,
  searched: ({ player, hands, hands_passed_over: passed, state }) => `${player}: ${s(hands, "hand")} looked at${
    passed ? `, ${number(passed)} passed over (own cards unknown, or not Hold'em)` : ""}${
    state === "stopped" ? "; stopped before the end" : ""}.`,
  compared: ({ decisions, unsolved }) => {
    const told = Object.entries(decisions).map(([name, count]) => `${number(count)} with ${REFERENCES[name] ?? name}`);
    return [told.length ? `Decisions compared: ${told.join(", ")}.` : "",
      "solved spots" in decisions || "equilibrium" in decisions ? LEAKS.assumed : "",
      unsolved ? `${number(unsolved)} decisions between two after the flop were not solved: flops, turns, and spots `
        + "to which the solution hardly ever comes." : ""].filter(Boolean).join(" ");
  },
  assumed: "What the other may hold is an assumption: what Lokibot thinks as the street begins, or what equilibrium "
    + "would hold.",
  none: "No habit differs from the reference's at a cost that these hands make sure.",
  columns: ["habit", "how often", "costs bb/100", "hands", "practice"],
  often: (share, of, name, reference) => `${share} of ${number(of)} (${REFERENCES[name] ?? name}: ${reference})`,
  ends: (low, high) => ` ${low} to ${high}`,
  gain: "With the 95% interval. A cost below nothing is a gain against players like the reference.",
  practise: "Practise",
  practiseNamed: (habit) => `Practise: ${habit}`,
};

// A session so far: the graph, the statistics with their intervals, and every hand.
import { ask } from "./api.js";
import { drawCard } from "./cards.js";
import { interval, lineChart } from "./charts.js";
import { bidWords, drawDie } from "./dice.js";
import { h, put, percent, plural, signed } from "./dom.js";
import { KINDS } from "./kinds.js";

export const minis = (cards) => h("span", { class: "minis" }, cards.map((card) => drawCard(card)));

export async function show(place, id) {
  const [session, list] = await Promise.all([ask(`/tables/${id}/session`), ask(`/tables/${id}/hands?limit=100`)]);
  const you = session.names[0];
  const { pieces, hand_name: word } = session;
  const kind = KINDS[pieces];
  put(place,
    h("p", { class: "crumbs" }, h("a", { href: `#/table/${id}` }, "Back to the table")),
    h("section", { class: "paper" }, h("h1", {}, "Looking back"),
      session.hands ? graph(session, you, word) : h("p", {}, `No ${word} has been played to its end here.`),
      h("p", { class: "buttons" },
        session.hands ? h("a", { class: "button quiet", href: `/api/tables/${id}/export`, download: "" },
          `Export all ${word}s (${kind.format})`) : null)),
    session.hands ? h("section", { class: "paper" }, h("h2", {}, "How everyone plays"),
      statistics(session, kind.figures),
      session.counted < session.hands
        ? h("p", { class: "hint" }, `Counted over the newest ${plural(session.counted, word)}.`) : null) : null,
    session.hands && session.attributed ? await attributes(id) : null,
    session.hands ? h("section", { class: "paper" }, h("h2", {}, "What your opponents believe of you"),
      session.beliefs.length ? session.beliefs.map(belief) : h("p", { class: "hint" }, kind.noBeliefs)) : null,
    session.hands
      ? h("section", { class: "paper" }, h("h2", {}, plural(list.count, word)), pages(id, list, pieces, word))
      : null);
}

// The newest hands, and older ones a page at a time.
function pages(id, list, pieces, word) {
  const draw = LISTS[pieces];
  const place = h("div", {});
  const add = (found, before) => {
    put(place, draw(id, found.hands),
      found.damaged
        ? h("p", { class: "hint" },
          `${plural(found.damaged, word)} of these can't be read: the store is damaged there.`)
        : null);
    const oldest = found.hands.at(-1)?.number ?? before;
    if (!(oldest > 1)) return;
    const more = h("button", { type: "button", class: "quiet", id: "older", onclick: async () => {
      more.disabled = true;
      const older = await ask(`/tables/${id}/hands?limit=100&before=${oldest}`);
      more.remove();
      add(older, Math.max(1, oldest - 100));
    } }, `Older ${word}s`);
    put(place, more);
  };
  add(list, 1);
  return place;
}

// The seven attributes of the person, with what each rests on, and how three of them moved.
async function attributes(id) {
  const found = await ask(`/tables/${id}/attributes`);
  const known = found.attributes.filter((each) => each.value !== null);
  if (!known.length) return null;
  const traits = ["aggressive", "straightforward", "stays in"];
  const series = traits.map((name, at) => ({ name, values: [null, ...found.path.map((row) => row[at])], strong: true }))
    .filter((each) => each.values.filter((value) => value !== null).length > 1);
  return h("section", { class: "paper" }, h("h2", {}, "Your seven attributes"),
    h("p", { class: "hint" },
      "What a player who adapts can see of you (Vinther and Holst 2015): your habits over all hands and over the "
        + "last ten."),
    h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Attributes" },
      h("table", { class: "attributes" },
      h("thead", {}, h("tr", {}, ["attribute", "share", "rests on"].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {},
        found.attributes.map((each) => h("tr", {}, h("th", { scope: "row" }, each.title, h("small", {}, each.line)),
        h("td", {}, each.value === null ? h("span", { class: "hint" }, "not yet")
          : [percent(each.value), " ", interval({ mean: each.value, low: null, high: null })]),
        h("td", {}, plural(each.n, each.of.slice(0, -1)))))))),
    series.length
      ? lineChart({ series, title: "How they moved from hand to hand.", x: "hands", y: "share", height: 220 }) : null);
}

// What an opponent with a model has counted, in its own words.
function belief(each) {
  const cell = (value, at) => (typeof value === "number" && at < each.columns.length - 1
    ? h("td", { class: "number" }, percent(value)) : h("td", { class: typeof value === "number" ? "number" : "" },
      String(value)));
  return h("div", { class: "belief" }, h("h3", {}, each.name), each.lines.map((line) => h("p", {}, line)),
    each.rows.length
      ? h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": `What ${each.name} believes` },
        h("table", {},
      h("thead", {},
        h("tr", {},
          each.columns.map((text, at) => h("th",
              { scope: "col", class: typeof each.rows[0][at] === "number" ? "number" : "" }, text)))),
      h("tbody", {},
        each.rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row[0]),
            row.slice(1).map((value, at) => cell(value, at + 1))))))) : null);
}

function graph(session, you, word) {
  const series = session.names.map((name) =>
    ({ name: name === you ? "You" : name, values: [0, ...session.bankrolls[name]], strong: name === you }));
  const end = session.bankrolls[you].at(-1) ?? 0;
  const amount = session.unit_name === "points" ? Math.abs(end).toFixed(0) : Math.abs(end).toFixed(1);
  return lineChart(
    { series,
      title: `You ${end < 0 ? "lost" : "won"} ${amount} ${session.unit_name} in ${plural(session.hands, word)}.`,
      x: `${word}s`, y: `${session.unit_name} won`, at: [0, ...session.bankroll_hands] });
}

function statistics(session, figures) {
  const cell = (figure, max) => h("td", {}, figure.mean === null ? h("span", { class: "hint" }, "not yet") : [
    max === 1 ? percent(figure.mean) : figure.mean.toFixed(1), " ", interval(figure, { max }),
    h("small", {}, ` of ${figure.n}`)]);
  return h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Statistics" },
    h("table", { class: "statistics" },
    h("caption", {},
      "The dot is the figure, the bar its 95 % interval; a wide bar means that few hands have been seen."),
    h("thead", {},
      h("tr", {}, h("th", { scope: "col" }, "player"),
        figures.map(([, name, line]) => h("th", { scope: "col" }, h("abbr", { title: line }, name))))),
    h("tbody", {}, session.names.map((name, at) => h("tr", {}, h("th", { scope: "row" }, at ? name : "You"),
      figures.map(([key, , , max]) => cell(session.statistics[name][key], max)))))));
}

function hands(id, list) {
  return h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Hands" }, h("table", {},
    h("thead", {},
      h("tr", {},
        ["hand", "your cards", "board", "end", "won", ""].map((text) => h("th",
            { scope: "col", class: text === "won" ? "number" : "" }, text)))),
    h("tbody", {}, list.map((hand) => h("tr", {},
      h("th", { scope: "row" }, String(hand.number)), h("td", {}, minis(hand.cards)), h("td", {}, minis(hand.board)),
      h("td", {}, hand.folded ? "you folded" : hand.showdown ? "showdown" : "all folded"),
      h("td", { class: `number ${hand.net < 0 ? "lost" : "won"}` }, signed(hand.net)),
      h("td", {},
        h("a", { href: `#/table/${id}/hand/${hand.number}`, "aria-label": `Look back at hand ${hand.number}` },
          "Look back")))))));
}

function rounds(id, list) {
  return h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Rounds" }, h("table", {},
    h("thead", {},
      h("tr", {}, ["round", "your dice", "called", "there were", "won",
          ""].map((text) => h("th", { scope: "col", class: text === "won" ? "number" : "" }, text)))),
    h("tbody", {}, list.map((each) => h("tr", {},
      h("th", { scope: "row" }, String(each.number)),
      h("td", {}, each.roll ? h("span", { class: "minis" }, each.roll.map((die) => drawDie(die)))
        : h("span", { class: "hint" }, "you were out")),
      h("td", {}, bidWords(each.end.bid)), h("td", {}, String(each.end.showing)),
      h("td", { class: `number ${each.net < 0 ? "lost" : "won"}` }, each.net ? signed(each.net) : ""),
      h("td", {},
        h("a", { href: `#/table/${id}/hand/${each.number}`, "aria-label": `Look back at round ${each.number}` },
          "Look back")))))));
}

const LISTS = { cards: hands, dice: rounds };

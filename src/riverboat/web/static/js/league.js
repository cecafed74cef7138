// The leaderboard: how all agents of a game stand against each other, from saved leagues.
import { ask } from "./api.js";
import { h, put } from "./dom.js";
import { LEAGUE } from "./texts/page.js";

export async function show(place, game) {
  const { games } = await ask("/league");
  const chosen = game ?? games[0];
  if (!chosen) {
    put(place, h("h1", {}, LEAGUE.title), h("p", { class: "lead" }, LEAGUE.none,
      h("code", {}, "riverboat league"), LEAGUE.playsOne));
    return;
  }
  const league = await ask(`/league/${chosen}`);
  put(place, h("h1", {}, LEAGUE.title),
    h("p", { class: "lead" }, LEAGUE.lead(league.game, league.adjusted)),
    games.length > 1 ? h("p", { class: "crumbs" }, games.map((name) => [h("a", { href: `#/league/${name}` }, name),
      " "]))
      : null,
    standings(league),
    league.picture ? h("section", { class: "paper" }, h("h2", {}, LEAGUE.cross),
      h("img", { class: "study-picture", src: `/api/league/${league.game}/picture`, alt: LEAGUE.picture })) : null,
    h("section", { class: "paper" }, h("h2", {}, LEAGUE.own),
      h("p", {}, h("code", {}, "riverboat league --add mybot.py:MyBot"), LEAGUE.ownLine),
      h("p", {}, LEAGUE.again, h("code", {}, league.command))));
}

function standings(league) {
  const heads = LEAGUE.columns;
  return h("section", { class: "paper" }, h("h2", {}, LEAGUE.standings),
    h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": LEAGUE.standings }, h("table", {},
      h("caption", {}, LEAGUE.caption(league)),
      h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, league.standings.map((row, at) => h("tr", {}, h("td", {}, String(at + 1)),
        h("th", { scope: "row" }, row.name), h("td", {}, mean(row.heads_up)), h("td", {}, mean(row.full_table)),
        h("td", {}, row.exploitability ? row.exploitability.words : ""),
        h("td", {}, row.decision_ms === null ? "" : Number(row.decision_ms.toPrecision(3)).toString()),
        h("td", {}, row.training ? h("small", {}, row.training) : "")))))));
}

function mean(figure) {
  if (!figure || figure.mean === null) return "";
  const text = (figure.mean > 0 ? "+" : "") + figure.mean.toFixed(3);
  if (figure.low === null) return text;
  return [h("b", {}, text), h("small", {}, ` ± ${((figure.high - figure.low) / 2).toFixed(3)}`)];
}

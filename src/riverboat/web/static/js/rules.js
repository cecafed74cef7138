// Rules and glossary: as pages, and in a dialog at the table; terms are underlined and tell what they mean.
import { h, put } from "./dom.js";
import { GAME_RULES, GLOSSARY, RULES } from "./texts/learning.js";

const TERMS = new Map(GLOSSARY.map(([term, meaning]) => [term.toLowerCase(), meaning]));
const PATTERN = new RegExp(`\\b(${[...TERMS.keys()].sort((a, b) => b.length - a.length).join("|")})s?\\b`, "gi");

// A text whose terms can be tapped: each once, so that a paragraph stays readable.
export function explained(text) {
  const found = [];
  const told = new Set();
  let at = 0;
  for (const match of text.matchAll(PATTERN)) {
    const term = match[1].toLowerCase();
    if (told.has(term)) continue;
    told.add(term);
    found.push(text.slice(at, match.index), termButton(match[0], term));
    at = match.index + match[0].length;
  }
  return [...found, text.slice(at)];
}

function termButton(shown, term) {
  const button = h("button", { type: "button", class: "term", "aria-expanded": "false",
    "aria-label": RULES.meaning(shown), onclick: () => {
      const open = button.nextSibling?.classList?.contains("meaning");
      button.setAttribute("aria-expanded", String(!open));
      if (open) button.nextSibling.remove();
      else button.after(h("span", { class: "meaning", role: "note" }, ` (${TERMS.get(term)}) `));
    } }, shown);
  return button;
}

const paragraphs = (game) => h("ol", { class: "rules" }, GAME_RULES[game][1].map((text) => h("li", {},
  explained(text))));

export function openRules(game) {
  if (!(game in GAME_RULES)) return;
  const dialog = h("dialog", { class: "rules-dialog", "aria-labelledby": "rules-title" },
    h("h2", { id: "rules-title" }, RULES.of(GAME_RULES[game][0])), paragraphs(game),
    h("form", { method: "dialog" }, h("button", { class: "gold" }, RULES.close)));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  dialog.querySelector("form button").focus();
}

export async function show(place, game) {
  if (game && !(game in GAME_RULES)) throw new Error(RULES.title);
  const games = game ? [game] : Object.keys(GAME_RULES);
  put(place, h("h1", {}, game ? RULES.of(GAME_RULES[game][0]) : RULES.title),
    game ? h("p", { class: "crumbs" }, h("a", { href: "#/rules" }, RULES.all)) : h("p", { class: "lead" }, RULES.lead),
    h("div", { class: game ? "" : "rule-list" }, games.map((each) => (game ? h("section", { class: "paper" },
      paragraphs(each)) : h("details", { class: "paper" }, h("summary", {}, GAME_RULES[each][0]), paragraphs(each))))));
}

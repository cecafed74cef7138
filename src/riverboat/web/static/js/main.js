// The page: which view the address names, and what all views share.
import { h } from "./dom.js";
import { ask, Refusal } from "./api.js";
import { apply, openSettings } from "./settings.js";
import { SHELL } from "./texts/page.js";

// An address, the part of the menu it belongs to, and the module that shows it.
const VIEWS = [
  [/^\/?$/, "lobby", () => import("./lobby.js")],
  [/^\/table\/([0-9a-f]{32})$/, "lobby", () => import("./table.js")],
  [/^\/table\/([0-9a-f]{32})\/session$/, "lobby", () => import("./session.js")],
  [/^\/table\/([0-9a-f]{32})\/hand\/(\d+)$/, "lobby", () => import("./lookback.js")],
  [/^\/join\/([0-9a-f]{32})$/, "lobby", () => import("./join.js")],
  [/^\/learn$/, "learn", () => import("./learn.js")],
  [/^\/rules(?:\/([a-z-]+))?$/, "learn", () => import("./rules.js")],
  [/^\/glossary$/, "learn", () => import("./glossary.js")],
  [/^\/odds$/, "learn", () => import("./odds.js")],
  [/^\/starting-hands$/, "learn", () => import("./starting_hands.js")],
  [/^\/analysis(?:\/(.*))?$/, "learn", () => import("./analysis.js")],
  [/^\/explorer$/, "learn", () => import("./explorer.js")],
  [/^\/practice(?:\?(.*))?$/, "learn", () => import("./practice.js")],
  [/^\/hands(?:\?(.*))?$/, "hands", () => import("./own.js")],
  [/^\/hands\/(\d+)(?:\?(.*))?$/, "hands", () => import("./own_hand.js")],
  [/^\/watch$/, "watch", () => import("./watch.js")],
  [/^\/tournament$/, "tournament", () => import("./tournament.js")],
  [/^\/studies$/, "studies", () => import("./studies.js")],
  [/^\/studies\/([a-z0-9-]+)$/, "studies", () => import("./studies.js")],
  [/^\/league$/, "league", () => import("./league.js")],
  [/^\/league\/([a-z0-9-]+)$/, "league", () => import("./league.js")],
  [/^\/take-part$/, "take-part", () => import("./experiment.js")],
];

const main = document.getElementById("main");
let leave = null;
let shown = 0;

async function show() {
  const path = location.pathname !== "/" ? location.pathname : location.hash.startsWith("#/") ? location.hash.slice(1)
    : "/";
  const number = ++shown;
  leave?.();
  leave = null;
  const found = location.pathname === "/" && VIEWS.map(([pattern, nav, load]) => [path.match(pattern), nav,
    load]).find(([match]) => match);
  for (const link of document.querySelectorAll("[data-nav]")) {
    if (found && link.dataset.nav === found[1]) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    if (!found) throw new Refusal(SHELL.noPageWhy, 404);
    const view = await found[2]();
    if (number !== shown) return;
    main.className = "";
    const place = h("div", { class: "view" });
    const done = await view.show(place, ...found[0].slice(1));
    if (number !== shown) {
      done?.();
      return;
    }
    leave = done ?? null;
    main.replaceChildren(place);
  } catch (error) {
    if (number !== shown) return;
    main.replaceChildren(h("section", { class: "paper narrow" }, h("h1", {},
      error.status === 404 && !found ? SHELL.noPage : SHELL.failed),
      h("p", {}, error.message),
      h("p", {}, h("a", { class: "button gold", href: "/#/" }, SHELL.toLobby))));
  }
  document.title = `${main.querySelector("h1")?.textContent ?? SHELL.name} · ${SHELL.name}`;
  if (number > 1) {
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
}

// After an installation kernels are compiled behind the page, once: say how far that is.
async function showCompiling() {
  const line = document.getElementById("compiling");
  const { done, groups, now } = await ask("/compiling").catch(() => ({}));
  line.hidden = !now;
  if (!now) return;
  line.textContent = SHELL.compiling(now, done, groups);
  setTimeout(showCompiling, 1000);
}

apply();
showCompiling();
document.getElementById("settings-button").addEventListener("click", openSettings);
addEventListener("hashchange", () => { if (location.hash.startsWith("#/") || location.hash === "") show(); });
show();

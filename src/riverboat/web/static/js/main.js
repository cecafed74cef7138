// The page: which view the address names, and what all views share.
import { h } from "./dom.js";
import { ask } from "./api.js";
import { apply, openSettings } from "./settings.js";

const VIEWS = [
  [/^\/?$/, "lobby", () => import("./lobby.js")],
  [/^\/table\/([0-9a-f]{32})$/, "lobby", () => import("./table.js")],
  [/^\/table\/([0-9a-f]{32})\/session$/, "lobby", () => import("./session.js")],
  [/^\/table\/([0-9a-f]{32})\/hand\/(\d+)$/, "lobby", () => import("./lookback.js")],
  [/^\/watch$/, "watch", () => import("./watch.js")],
  [/^\/tournament$/, "tournament", () => import("./tournament.js")],
  [/^\/studies$/, "studies", () => import("./studies.js")],
  [/^\/studies\/([a-z0-9-]+)$/, "studies", () => import("./studies.js")],
  [/^\/take-part$/, "take-part", () => import("./experiment.js")],
];

const main = document.getElementById("main");
let leave = null;
let shown = 0;

async function show() {
  const path = location.hash.startsWith("#/") ? location.hash.slice(1) : "/";
  const number = ++shown;
  leave?.();
  leave = null;
  const found = VIEWS.map(([pattern, nav, load]) => [path.match(pattern), nav, load]).find(([match]) => match);
  for (const link of document.querySelectorAll("[data-nav]")) {
    if (found && link.dataset.nav === found[1]) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    if (!found) throw new Error("There is no such page.");
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
    main.replaceChildren(h("section", { class: "paper narrow" }, h("h1", {}, "That did not work"),
      h("p", {}, error.message),
      h("p", {}, h("a", { class: "button gold", href: "#/" }, "To the lobby"))));
  }
  document.title = `${main.querySelector("h1")?.textContent ?? "Riverboat"} · Riverboat`;
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
  line.textContent = `Compiling, once: ${now} (${done + 1} of ${groups}). You can sit down already.`;
  setTimeout(showCompiling, 1000);
}

apply();
showCompiling();
document.getElementById("settings-button").addEventListener("click", openSettings);
addEventListener("hashchange", () => { if (location.hash.startsWith("#/") || location.hash === "") show(); });
show();

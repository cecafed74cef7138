// What a person has set, kept in the browser.
import { ask } from "./api.js";
import { h } from "./dom.js";
import { SETTINGS } from "./texts/page.js";

const USUAL = { fourColours: false, pace: 0.7, autoDeal: false, silent: false, name: "You", theme: "system",
  sounds: false, cautions: true, limit: "", toured: false };
const listeners = new Set();
let now = { ...USUAL, ...read() };

function read() {
  try {
    return JSON.parse(localStorage.getItem("riverboat") ?? "{}");
  } catch {
    return {};
  }
}

export const settings = () => now;

export function set(changes) {
  now = { ...now, ...changes };
  try {
    localStorage.setItem("riverboat", JSON.stringify(now));
  } catch { /* a browser that keeps nothing still plays */ }
  apply();
  for (const listener of listeners) listener(now);
}

export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function apply() {
  document.documentElement.classList.toggle("four-colours", now.fourColours);
  document.documentElement.dataset.theme = now.theme;
}

export function openSettings() {
  const dialog = document.getElementById("settings");
  const pace = h("b", {}, paceText());
  dialog.replaceChildren(
    h("form", { method: "dialog", class: "settings" },
      h("h2", { id: "settings-title" }, SETTINGS.title),
      choice("theme", SETTINGS.theme, SETTINGS.themes),
      check("fourColours", ...SETTINGS.fourColours),
      check("sounds", ...SETTINGS.sounds),
      h("label", { class: "row", for: "pace" }, h("span", {}, SETTINGS.pace, pace),
        h("input", {
          id: "pace", type: "range", min: 0, max: 2, step: 0.1, value: now.pace,
          oninput: (event) => { set({ pace: Number(event.target.value) }); pace.textContent = paceText(); },
        })),
      check("autoDeal", ...SETTINGS.autoDeal),
      check("silent", ...SETTINGS.silent),
      check("cautions", ...SETTINGS.cautions),
      choice("limit", SETTINGS.limit, SETTINGS.limits),
      forgetting(),
      h("p", { class: "buttons" }, h("button", { class: "gold" }, SETTINGS.done))));
  dialog.showModal();
}

// Everything that the server keeps of this browser's person, deleted at once.
function forgetting() {
  const told = h("p", { role: "status" });
  const button = h("button", { type: "button", id: "forget-me", onclick: async () => {
    try {
      const { tables } = await ask("/me", { method: "DELETE" });
      told.textContent = SETTINGS.forgotten(tables);
      if (location.hash.length > 2) location.hash = "#/";
      else dispatchEvent(new HashChangeEvent("hashchange"));
    } catch (error) {
      told.textContent = error.message;
    }
  } }, SETTINGS.forgetButton);
  return h("details", { class: "withdraw" }, h("summary", {}, SETTINGS.forget), h("p", {}, SETTINGS.forgetLine),
    h("p", { class: "buttons" }, button), told);
}

const paceText = () => (now.pace === 0 ? SETTINGS.noPace : SETTINGS.seconds(now.pace.toFixed(1)));

function check(key, title, line) {
  return h("label", { class: "row check" },
    h("input", { type: "checkbox", checked: now[key], onchange: (event) => set({ [key]: event.target.checked }) }),
    h("span", {}, title, h("small", {}, line)));
}

function choice(key, title, words) {
  return h("label", { class: "row" }, h("span", {}, title), h("select",
    { onchange: (event) => set({ [key]: event.target.value }) },
    words.map(([value, text]) => h("option", { value, selected: value === now[key] }, text))));
}

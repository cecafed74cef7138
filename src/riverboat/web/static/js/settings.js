// What a person has set, kept in the browser.
import { ask } from "./api.js";
import { h, plural } from "./dom.js";

const USUAL = { fourColours: false, pace: 0.7, autoDeal: false, silent: false, name: "You" };
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
}

export function openSettings() {
  const dialog = document.getElementById("settings");
  const pace = h("b", {}, paceText());
  dialog.replaceChildren(
    h("form", { method: "dialog", class: "settings" },
      h("h2", { id: "settings-title" }, "Settings"),
      check("fourColours", "Four-colour deck", "clubs green, diamonds blue"),
      h("label", { class: "row", for: "pace" }, h("span", {}, "Pause between actions ", pace),
        h("input", {
          id: "pace", type: "range", min: 0, max: 2, step: 0.1, value: now.pace,
          oninput: (event) => { set({ pace: Number(event.target.value) }); pace.textContent = paceText(); },
        })),
      check("autoDeal", "Deal the next hand by itself", "three seconds after the last one"),
      check("silent", "Silence the partner", "no advice, no cautions"),
      forgetting(),
      h("p", { class: "buttons" }, h("button", { class: "gold" }, "Done"))));
  dialog.showModal();
}

// Everything that the server keeps of this browser's person, deleted at once.
function forgetting() {
  const told = h("p", { role: "status" });
  const button = h("button", { type: "button", id: "forget-me", onclick: async () => {
    try {
      const { tables } = await ask("/me", { method: "DELETE" });
      told.textContent = `Deleted: ${plural(tables, "table")} with all hands, and what the partner had learnt of you.`;
      if (location.hash.length > 2) location.hash = "#/";
      else dispatchEvent(new HashChangeEvent("hashchange"));
    } catch (error) {
      told.textContent = error.message;
    }
  } }, "Delete it");
  return h("details", { class: "withdraw" }, h("summary", {}, "Delete everything kept of me"),
    h("p", {}, "Your tables and their hands, also of tables that you have left, your part in the study, and what the "
      + "partner has learnt of you."),
    h("p", { class: "buttons" }, button), told);
}

const paceText = () => (now.pace === 0 ? "none" : `${now.pace.toFixed(1)} s`);

function check(key, title, line) {
  return h("label", { class: "row check" },
    h("input", { type: "checkbox", checked: now[key], onchange: (event) => set({ [key]: event.target.checked }) }),
    h("span", {}, title, h("small", {}, line)));
}

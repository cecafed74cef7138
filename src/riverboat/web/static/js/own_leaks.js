// Leaks of a player: habits that cost beside a reference, searched for in the background; hands that show each.
import { ask } from "./api.js";
import { filled, h, percent, say } from "./dom.js";
import { handAddress } from "./own.js";
import { LEAKS } from "./texts/own.js";

const POLL_MS = 700;

// The section, and what to do when the page is left.
export function leaks(words) {
  const told = h("div", { class: "node", role: "status", id: "leak-report" });
  const button = h("button", { type: "button", id: "find-leaks", onclick: () => start() }, LEAKS.find);
  let left = false;

  async function start() {
    button.disabled = true;
    try {
      await ask(`/own/leaks?${words}`, { method: "POST" });
      await follow(true);
    } catch (error) {
      told.replaceChildren(h("p", {}, error.message));
    }
    button.disabled = false;
  }

  // Ask how far it is until it has ended; whoever comes back finds what the last search has found.
  async function follow(news) {
    for (;;) {
      const job = await ask("/own/leaks");
      if (left || job.state === "none") return;
      button.disabled = job.state === "waiting" || job.state === "running";
      if (!button.disabled) {
        told.replaceChildren(...found(job));
        if (news) say(told.firstChild.textContent);
        return;
      }
      news = true;
      const share = job.of ? job.looked / job.of : 0;
      told.replaceChildren(h("span", { class: "progress" }, h("i", { style: filled(share) })), h("p", {},
        job.of ? LEAKS.looking(job.looked, job.of) : LEAKS.waiting),
      h("p", { class: "buttons" }, h("button", { type: "button", class: "quiet", id: "stop-leaks",
          onclick: () => ask("/own/leaks", { method: "DELETE" }) }, LEAKS.stop)));
      await new Promise((done) => { setTimeout(done, POLL_MS); });
    }
  }

  follow(false);
  return { element: h("section", { class: "paper", id: "leaks" }, h("h2", {}, LEAKS.title), h("p", {}, LEAKS.lead),
    h("p", { class: "buttons" }, button), told), leave: () => { left = true; } };
}

function found(job) {
  if (job.state === "failed") return [h("p", {}, LEAKS.failed(job.reason))];
  const line = h("p", {}, LEAKS.searched(job), " ", LEAKS.compared(job));
  if (!job.leaks.length) return [line, h("p", {}, LEAKS.none)];
  return [line, h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": LEAKS.title },
    h("table", { class: "own-leaks" }, h("thead", {}, h("tr", {}, LEAKS.columns.map((text) =>
      h("th", { scope: "col" }, text)))), h("tbody", {}, job.leaks.map((leak) => row(leak, job.player))))),
  h("p", { class: "hint" }, LEAKS.gain)];
}

function row(leak, player) {
  const { mean, low, high } = leak.cost_bb_100;
  const ends = low === null ? "" : LEAKS.ends(low.toFixed(1), high.toFixed(1));
  const numbers = leak.hands.flatMap((id, at) => [at ? ", " : "",
    h("a", { href: handAddress(id, player) }, String(id))]);
  return h("tr", {}, h("th", { scope: "row" }, leak.habit),
    h("td", {}, LEAKS.often(percent(leak.done.mean), leak.done.n, leak.compared_with, percent(leak.reference))),
    h("td", {}, h("b", {}, mean.toFixed(1)), h("small", { class: "ends" }, ends)), h("td", {}, numbers),
    h("td", {}, h("a", { href: `#/practice?theme=${leak.practice}`, "aria-label": LEAKS.practiseNamed(leak.habit) },
      LEAKS.practise)));
}

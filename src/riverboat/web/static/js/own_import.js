// Bringing hands: dropped or chosen files go to the server in pieces, and what comes of them is told.
import { ask, Refusal } from "./api.js";
import { filled, h, put, say } from "./dom.js";
import { OWN } from "./texts/own.js";
import { SHELL } from "./texts/page.js";

const PIECE = 500_000; // bytes; the server takes a little more
const MOST_PARTS = 500;
const POLL_MS = 400;

// The files of what was dropped, folders walked through: [path, File].
async function dropped(items) {
  const given = [...items].map((item) => [item.webkitGetAsEntry?.(), item.getAsFile()]);
  const found = given.filter(([entry, file]) => !entry && file).map(([, file]) => [file.name, file]);
  const walk = async (entry, path) => {
    if (entry.isFile) {
      found.push([path + entry.name, await new Promise((done, fail) => { entry.file(done, fail); })]);
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((done, fail) => { reader.readEntries(done, fail); });
      if (!some.length) return;
      for (const each of some) await walk(each, `${path}${entry.name}/`);
    }
  };
  for (const [entry] of given) if (entry) await walk(entry, "");
  return found;
}

// Pieces of at most so many bytes: several small files, or a part of a large one.
function* pieces(files) {
  let parts = [];
  let size = 0;
  for (const [path, file] of files) {
    let at = 0;
    do {
      const slice = file.slice(at, at + PIECE - size);
      parts.push([path, at, slice]);
      at += slice.size;
      size += slice.size;
      if (size >= PIECE || parts.length >= MOST_PARTS) {
        yield parts;
        parts = [];
        size = 0;
      }
    } while (at < file.size);
  }
  if (parts.length) yield parts;
}

async function send(parts) {
  const head = JSON.stringify(parts.map(([path, at, slice]) => [path, at, slice.size]));
  const body = new Blob([head, "\n", ...parts.map(([, , slice]) => slice)]);
  for (;;) {
    let answer;
    try {
      answer = await fetch("/api/own/files", { method: "POST", body, credentials: "same-origin",
        headers: { "content-type": "application/octet-stream" } });
    } catch {
      throw new Refusal(SHELL.noServer, 0);
    }
    if (answer.ok) return;
    const { detail } = await answer.json().catch(() => ({}));
    if (answer.status !== 429) throw new Refusal(detail ?? answer.statusText, answer.status);
    await new Promise((done) => { setTimeout(done, 1000); }); // too many requests: they are counted by the second
  }
}

export function importing(own, again) {
  const told = h("div", { class: "node", role: "status", id: "import-report" });
  let left = false;
  const progress = (share, text, stop = false) => {
    told.replaceChildren(h("span", { class: "progress" }, h("i", { style: filled(share) })), h("p", {}, text),
      stop ? h("p", { class: "buttons" }, h("button", { type: "button", class: "quiet", id: "stop-import",
        onclick: () => ask("/own/import", { method: "DELETE" }) }, OWN.stop)) : "");
  };
  const failed = (error) => told.replaceChildren(h("p", {}, error.message));

  async function bring(files) {
    if (!files.length) {
      told.replaceChildren(h("p", {}, OWN.nothing));
      return;
    }
    const whole = files.reduce((sum, [, file]) => sum + file.size, 0);
    if (whole > own.limits.bytes) {
      told.replaceChildren(h("p", {}, OWN.tooLarge(megabytes(own.limits.bytes))));
      return;
    }
    try {
      let sent = 0;
      for (const parts of pieces(files)) {
        progress(whole ? sent / whole : 0, OWN.sending(megabytes(sent), megabytes(whole)));
        await send(parts);
        sent += parts.reduce((sum, [, , slice]) => sum + slice.size, 0);
      }
      await ask("/own/import", { method: "POST" });
      await follow(true);
    } catch (error) {
      failed(error);
    }
  }

  // Ask how far it is until it has ended; whoever comes back to the page finds it as it stands.
  async function follow(news) {
    for (;;) {
      const job = await ask("/own/import");
      if (left || job.state === "none") return;
      if (job.state === "waiting") progress(0, OWN.waiting, true);
      else if (job.state === "running") {
        progress(job.share ?? 0, OWN.reading(job.hands_read ?? 0, job.hands_stored ?? 0, job.file ?? ""), true);
      } else {
        told.replaceChildren(...report(job));
        if (news) say(told.firstChild.textContent);
        if (news && job.hands_stored) await again();
        return;
      }
      news = true;
      await new Promise((done) => { setTimeout(done, POLL_MS); });
    }
  }

  const zone = h("div", { class: "drop-zone",
    ondragover: (event) => { event.preventDefault(); zone.classList.add("over"); },
    ondragleave: () => zone.classList.remove("over"),
    ondrop: async (event) => {
      event.preventDefault();
      zone.classList.remove("over");
      bring(await dropped(event.dataTransfer.items).catch(() => []));
    } },
  h("p", {}, h("strong", {}, OWN.drop)), h("p", { class: "hint" }, OWN.rooms),
  h("p", { class: "buttons" }, chooser(OWN.choose, { id: "choose-files" }, bring),
    chooser(OWN.chooseFolder, { id: "choose-folder", webkitdirectory: true }, bring)));
  follow(false).catch(failed);
  return { element: h("section", { class: "paper" }, h("h2", {}, OWN.import), zone,
    h("p", { class: "hint" }, own.shared ? OWN.shared : OWN.private), told),
  leave: () => { left = true; } };
}

const megabytes = (bytes) => (bytes >= 1e5 ? `${(bytes / 1048576).toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} KB`);

function chooser(text, options, bring) {
  const input = h("input", { type: "file", multiple: true, class: "unseen", tabindex: -1, "aria-label": text,
    ...options, onchange: () => {
      bring([...input.files].map((file) => [file.webkitRelativePath || file.name, file]));
      input.value = "";
    } });
  return [h("button", { type: "button", class: options.webkitdirectory ? "quiet" : "gold",
    onclick: () => input.click() }, text), input];
}

// What became of the files: hands, games that are not played here, and what was rejected with its place.
function report(job) {
  const lines = [];
  if (job.state === "failed") lines.push(h("p", {}, OWN.failed(job.reason)));
  if (job.hands_read !== undefined) lines.push(h("p", {}, h("strong", {}, OWN.done(job))));
  if (job.state === "stopped") lines.push(h("p", {}, OWN.stopped));
  if (job.state === "done" && job.reason) lines.push(h("p", {}, `${job.reason}.`));
  if (job.files_rejected) lines.push(h("p", {}, OWN.filesRejected(job.files_rejected)));
  const others = Object.entries(job.other_games ?? {});
  if (others.length) {
    lines.push(h("div", {}, h("p", {}, OWN.others), h("ul", { id: "other-games" }, others.map(([name, count]) =>
      h("li", {}, OWN.other(name, count))))));
  }
  const rejections = job.rejections ?? [];
  if (rejections.length) {
    const all = job.hands_rejected + job.files_rejected;
    const place = h("details", { id: "rejections" }, h("summary", {}, OWN.rejected(all)));
    put(place, h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": OWN.rejected(all) }, h("table", {},
      h("thead", {}, h("tr", {}, OWN.rejectionColumns.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, rejections.map((each) => h("tr", {}, h("th", { scope: "row" }, each.file),
        h("td", { class: "number" }, String(each.line)), h("td", {}, each.reason)))))),
    all > rejections.length ? h("p", { class: "hint" }, OWN.moreRejected(all - rejections.length)) : null);
    lines.push(place);
  }
  return lines;
}

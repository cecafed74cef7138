// A hand again, step by step: forwards, backwards, by itself at a speed of your choice.
import { h } from "./dom.js";
import { REPLAY } from "./texts/page.js";
import { KINDS } from "./kinds.js";

export class Replayer {
  constructor({ names, steps, end, number, pieces, scored = false, you = 0, nets = null, onStep = () => {} }) {
    this.steps = steps.map((step, at) => ({ ...step, hand: number, end: at === steps.length - 1 ? end : null }));
    this.onStep = onStep;
    this.nets = nets;
    this.at = 0;
    this.timer = 0;
    this.dealt = KINDS[pieces].dealt;
    this.felt = new KINDS[pieces].Felt(names, { scored, you });
    this.moment = h("p", { class: "moment", "aria-live": "polite" });
    this.slider = h("input",
      { type: "range", min: 0, max: this.steps.length - 1, value: 0, "aria-label": REPLAY.step,
        oninput: () => { this.pause(); this.go(Number(this.slider.value)); } });
    this.playButton = h("button",
      { type: "button", class: "gold", onclick: () => (this.timer ? this.pause() : this.play()) }, REPLAY.play);
    this.speed = h("select", { "aria-label": REPLAY.speed }, ["0.5", "1", "2", "4"].map((value) =>
      h("option", { value, selected: value === "1" }, `${value}×`)));
    const step = (by, label, sign) => h("button",
      { type: "button", "aria-label": label, onclick: () => { this.pause(); this.go(this.at + by); } }, sign);
    this.element = h("div", { class: "stage", tabindex: -1 }, this.felt.element, this.moment,
      h("div", { class: "player-controls", role: "group", "aria-label": REPLAY.title },
        step(-9999, REPLAY.first, "|◀"), step(-1, REPLAY.back, "◀"), this.playButton,
          step(1, REPLAY.on, "▶"), step(9999, REPLAY.last, "▶|"), this.slider, this.speed));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.go(0);
  }

  // Arrows step and the space bar plays, wherever in the replay the focus is.
  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && !event.target.matches("input, select")) {
      this.pause();
      this.go(this.at + by);
    } else if (event.key === " " && !event.target.matches("button, input, select")) {
      if (this.timer) this.pause();
      else this.play();
    } else return;
    event.preventDefault();
  }

  go(to) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, to));
    const now = this.opened ? this.opened(this.steps[this.at]) : this.steps[this.at];
    this.felt.show(now, { nets: this.nets });
    const last = now.log.at(-1);
    this.moment.textContent = this.at === 0 ? this.dealt : `${last.who} ${last.text}.`;
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", REPLAY.at(this.at, this.steps.length - 1));
    this.onStep(this.at);
  }

  play() {
    if (this.at >= this.steps.length - 1) this.go(0);
    this.playButton.textContent = REPLAY.pause;
    const tick = () => {
      this.go(this.at + 1);
      if (this.at >= this.steps.length - 1) this.pause();
      else this.timer = setTimeout(tick, 1000 / Number(this.speed.value));
    };
    this.timer = setTimeout(tick, 300);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.playButton.textContent = REPLAY.play;
  }
}

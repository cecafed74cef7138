// An exercise: a spot or a question in words, answers to choose from, and then the truth.
import { amount, capital, h } from "./dom.js";
import { KINDS } from "./kinds.js";
import { ANALYSIS } from "./texts/analysis.js";
import { PRACTICE } from "./texts/learning.js";
import { worthTable } from "./worth_table.js";

/**
 * @typedef {object} Question
 * @property {string} key
 * @property {string} theme
 * @property {string} unit
 * @property {string} words
 * @property {{ key: string, words: string }[]} choices
 * @property {{ position: string, names: string[], hand: object, pieces: string, scored: boolean } | null} spot
 *
 * @typedef {object} Truth
 * @property {string} choice
 * @property {number} cost
 * @property {boolean} fine
 * @property {string} best
 * @property {string[]} why
 * @property {Record<string, { cost: number, fine: boolean }>} choices
 * @property {import("./worth_table.js").Worths | null} worths
 */

/**
 * @param {Question} question
 * @param {(choice: string) => Promise<Truth>} judge  What an answer is worth.
 * @param {(truth: Truth) => HTMLElement | string} after  What comes below the truth.
 */
export function drawExercise(question, judge, after) {
  const told = h("div", { class: "truth", role: "status" });
  const answers = h("div", { class: "answers", role: "group", "aria-label": PRACTICE.answers },
    question.choices.map((each) => h("button", { type: "button", "data-choice": each.key,
      onclick: () => choose(each.key) }, capital(each.words))));
  const choose = async (key) => {
    const buttons = [...answers.children];
    buttons.forEach((each) => { each.disabled = true; });
    try {
      const truth = await judge(key);
      for (const each of buttons) {
        const { fine } = truth.choices[each.dataset.choice];
        if (fine) each.classList.add("best");
        else if (each.dataset.choice === key) each.classList.add("worse");
      }
      told.replaceChildren(...truthParts(question, truth), after(truth));
      told.querySelector("button")?.focus();
    } catch (refusal) {
      told.replaceChildren(h("p", { class: "error" }, refusal.message));
      buttons.forEach((each) => { each.disabled = false; });
    }
  };
  return h("div", { class: "exercise" }, question.spot ? spotOf(question.spot) : null,
    h("p", { class: "question" }, question.words || PRACTICE.question), answers, told);
}

function spotOf(spot) {
  const felt = new KINDS[spot.pieces].Felt(spot.names, { scored: spot.scored });
  felt.show({ ...spot.hand, hand: 0, end: null });
  const { log, holding, legal } = spot.hand;
  const lines = log.map((each) => `${each.who} ${each.text}`);
  return h("div", { class: "exercise-spot" }, felt.element,
    h("p", { class: "hint" }, lines.length ? `${PRACTICE.soFar} ${lines.join(", ")}.` : "",
      holding ? ` ${PRACTICE.have(holding)}` : "",
      legal?.to_call ? ` ${PRACTICE.price(legal.to_call, spot.hand.pot)}` : ""));
}

function truthParts(question, truth) {
  const first = truth.fine ? PRACTICE.right : PRACTICE.wrong(amount(truth.cost), question.unit);
  return [h("p", { class: truth.fine ? "won verdict-line" : "lost verdict-line" }, first,
    truth.fine ? "" : ` ${PRACTICE.best(truth.best)}`),
  ...truth.why.map((text) => h("p", { class: "hint" }, text)),
  truth.worths ? worthTable(truth.worths, { chosen: truth.choice, most: 8 }) : "",
  question.spot ? h("p", {}, h("a", { href: `#/analysis/${question.spot.position}` }, ANALYSIS.open)) : ""];
}

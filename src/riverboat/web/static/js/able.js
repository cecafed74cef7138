// Who can play a table as it is set up: some agents play few seats, few dice, or the usual rules alone.

/**
 * @typedef {{ name: string, games: string[], named_rules: boolean, most_seats?: number, most_dice?: number }} Agent
 * @typedef {{ name: string, dice: object | null, fallback: string }} Game
 */

/**
 * @param {Agent[]} agents
 * @param {Game} game
 * @param {{ seats: number, dice: number, set: object | null }} table
 * @returns {Agent[]}  Those that play it.
 */
export const able = (agents, game, { seats, dice, set }) => agents.filter((agent) => agent.games.includes(game.name)
  && seats <= (agent.most_seats ?? Infinity) && (!game.dice || dice <= (agent.most_dice ?? Infinity))
  && (!set || agent.named_rules));

/**
 * @param {string[]} names  Who sits there.
 * @param {Agent[]} agents  Who can.
 * @param {Game} game
 * @returns {{ names: string[], from: string, to: string }}  Those who can't give way; the last who did, and to whom.
 */
export function seated(names, agents, game) {
  let [from, to] = ["", ""];
  const found = names.map((name) => {
    if (!agents.length || agents.some((agent) => agent.name === name)) return name;
    [from, to] = [name, (agents.find((agent) => agent.name === game.fallback) ?? agents[0]).name];
    return to;
  });
  return { names: found, from, to };
}

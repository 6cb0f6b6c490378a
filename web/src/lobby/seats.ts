/** Who may sit where when a game is begun. */

import type { NewGame, PlayerInfo, ScenarioSummary, TitleInfo } from '$lib/types';

/** Gentle first opponents, the best known first. */
const GENTLE = ['cadet', 'greedy', 'random'];

/** Whom to offer as an opponent unless somebody else is chosen. */
export function usualOpponent(players: PlayerInfo[]): string {
  const middle = players.find((player) => player.name === 'officer');
  return (middle ?? players.at(-1))?.name ?? 'me';
}

export function gentleOpponent(players: PlayerInfo[]): string {
  return GENTLE.find((name) => players.some((player) => player.name === name)) ?? usualOpponent(players);
}

/** A scenario with a guided first turn. */
export interface Guide {
  title: TitleInfo;
  scenario: ScenarioSummary;
}

/** All guided first turns, those of the title that has most of them first. */
export function guidesOf(titles: readonly TitleInfo[]): Guide[] {
  return titles
    .map((title) =>
      title.scenarios.filter(({ tour }) => tour?.length).map((scenario) => ({ title, scenario })),
    )
    .sort((one, other) => other.length - one.length)
    .flat();
}

/** The game of the guided first turn: the guide's side is mine, the computer has the others. */
export function guidedGame({ title, scenario }: Guide, players: PlayerInfo[]): NewGame {
  const sides = Object.keys(title.sides);
  const mine = scenario.guided && sides.includes(scenario.guided) ? scenario.guided : sides[0];
  const other = gentleOpponent(players);
  return {
    title: title.name,
    scenario: scenario.name,
    options: { ...scenario.guided_options },
    seed: null,
    seats: Object.fromEntries(sides.map((side) => [side, side === mine ? 'me' : other])),
  };
}

/** What a new game starts with: the first side mine, the usual opponent elsewhere. */
export function usualSeats(title: TitleInfo, players: PlayerInfo[]): Record<string, string> {
  const opponent = usualOpponent(players);
  return Object.fromEntries(
    Object.keys(title.sides).map((side, place) => [side, place === 0 ? 'me' : opponent]),
  );
}

/** A seed from what was typed: empty means the server draws one; null if it is no number. */
export function readSeed(text: string): { seed: number | null } | null {
  const trimmed = text.trim();
  if (!trimmed) return { seed: null };
  return /^\d{1,15}$/.test(trimmed) ? { seed: Number(trimmed) } : null;
}

/** A game's address and seat out of a link that somebody sent. */
export function readLink(text: string): string | null {
  const found = /#\/(?:join|game)\/\S+/.exec(text.trim());
  return found ? found[0] : null;
}

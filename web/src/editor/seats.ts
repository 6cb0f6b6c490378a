/** Who sits where in a game that begins from a position. */

import type { Puzzle } from '$lib/positions';
import type { PlayerInfo, TitleInfo } from '$lib/types';
import { usualOpponent, usualSeats } from '../lobby/seats';

/** Of a puzzle its solver is me and the computer has the others; else as in any new game. */
export function seatsFor(
  title: TitleInfo,
  players: PlayerInfo[],
  puzzle: Puzzle | null,
): Record<string, string> {
  if (!puzzle?.side) return usualSeats(title, players);
  const other = usualOpponent(players);
  return Object.fromEntries(
    Object.keys(title.sides).map((side) => [side, side === puzzle.side ? 'me' : other]),
  );
}

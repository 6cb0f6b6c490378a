/** What a game waits for, in a word. */

import { t } from '$lib/text';
import type { GameInfo } from '$lib/types';
import { mySides } from '$lib/words';

/** Whether there is something for me to decide at the table. */
export function isMyMove(game: GameInfo): boolean {
  return !game.outcome && !game.mail?.waits && mySides(game).some((side) => game.waiting.includes(side));
}

/** Sides that play by mail and have the decision, or are to be told the end. */
export function awaitedByMail(game: GameInfo): string[] {
  const byMail = Object.keys(game.seats).filter((side) => game.seats[side]?.kind === 'mail');
  if (game.mail) return [];
  return game.outcome ? byMail : byMail.filter((side) => game.waiting.includes(side));
}

export function statusOf(game: GameInfo, name: (side: string) => string): string {
  if (game.outcome) return game.outcome;
  if (isMyMove(game)) return t('lobby.yourTurn');
  if (game.mail) return game.mail.orders ? t('lobby.sendReply') : t('lobby.nextFile');
  const sides = game.waiting.map(name).join(', ');
  return awaitedByMail(game).length ? t('lobby.byMail', { sides }) : t('lobby.waitingFor', { sides });
}

/** Small helpers for words and figures. */

import { t } from './text';
import type { GameInfo, Seat } from './types';

/** "interpretation_a" or "old-rule" as people read it. */
export function plain(word: string): string {
  const spaced = word.replace(/[-_]+/g, ' ').trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** How long ago a moment was, roughly; moments are seconds since 1970. */
export function ago(seconds: number, now = Date.now()): string {
  const minutes = Math.round((now - seconds * 1000) / 60_000);
  if (minutes < 1) return t('time.now');
  if (minutes < 60) return t('time.minutes', { count: minutes });
  const hours = Math.round(minutes / 60);
  if (hours < 36) return t('time.hours', { count: hours });
  return t('time.days', { count: Math.round(hours / 24) });
}

/** Seconds as a clock shows them: 4:05, 2:03:00, 3 d 4 h. */
export function clockTime(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const days = Math.floor(left / 86_400);
  const hours = Math.floor((left % 86_400) / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  if (days) return t('time.clockDays', { days, hours });
  const two = (figure: number) => String(figure).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
}

export function mySides(info: GameInfo): string[] {
  return Object.keys(info.seats).filter((side) => info.seats[side]?.you);
}

/** Both sides at one screen: every seat a person holds is mine, and there are several. */
export function hotSeat(info: GameInfo): boolean {
  return mySides(info).length > 1;
}

export function seatText(seat: Seat): string {
  if (seat.kind === 'open') return t('seat.open');
  if (seat.kind === 'invited') return t('seat.invited');
  if (seat.kind === 'mail') return t('seat.byMail');
  if (seat.you && !seat.commander) return t('seat.you');
  return seat.name;
}

export function percent(share: number): string {
  return share > 0 && share < 0.005 ? '<1%' : `${Math.round(share * 100)}%`;
}

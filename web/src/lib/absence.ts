/** Players who stay away: what was agreed, who is waited for, who was replaced. */

import type { Side } from './types';

/** Seconds until somebody who does not decide is reminded, and from then until his seat may be handed on. */
export interface AbsenceTerms {
  remind: number;
  replace: number;
}

export interface AbsenceState {
  terms: AbsenceTerms | null;
  wished: { terms: AbsenceTerms | null; by: Side; agreed: string[] } | null;
  waiting: Record<Side, { since: number; reminded: number; open: number; votes: Record<string, string> }>;
  replaced: Record<
    Side,
    { name: string; you: boolean; at: number; step: number; how: string; asks: number; agreed: string[] }
  >;
  /** By side, who has to agree about its seat. */
  others: Record<Side, string[]>;
  link: string;
}

const DAY = 86_400;

/** What can be agreed, in days. */
export const DAYS = [1, 2, 3, 7, 14, 30] as const;
export const inDays = (seconds: number): number => Math.round((seconds / DAY) * 10) / 10;
export const termsOf = (remind: number, replace: number): AbsenceTerms => ({
  remind: remind * DAY,
  replace: replace * DAY,
});

/** What the server tells of branches of a game. */

import type { Side } from './types';

/** A number, and between which it lies with 95 percent confidence. */
export interface Estimate {
  value: number;
  low: number | null;
  high: number | null;
  of: number;
}
export interface WhatIfArm {
  arm: 'without' | 'with';
  games: number;
  results: { winner: Side | ''; text: string; games: number; share: Estimate }[];
  points: Estimate | null;
  by_itself: number;
}
export interface WhatIf {
  job: string;
  done: number;
  of: number;
  finished: boolean;
  error: string;
  turn: string;
  /** Whether the branches were played to the end of the game; if not, results are as of that turn. */
  over: boolean;
  order: string;
  arms: WhatIfArm[];
  worth: Estimate | null;
  victories: Estimate | null;
}

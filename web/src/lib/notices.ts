/** Notices to a player: where they go, and of what. */

export type NoticeKind = 'mail' | 'webhook';

export interface NoticeWay {
  kind: NoticeKind;
  address: string;
  confirmed: boolean;
  /** Why the last try failed. */
  trouble: string;
  /** Everything failed, and nothing more is tried. */
  off: boolean;
}

export interface NoticeChoice {
  turn: boolean;
  asked: boolean;
  over: boolean;
  chat: boolean;
  /** Hours that notices are collected; 0 sends them at once. */
  digest: 0 | 1 | 6 | 24;
  quiet: boolean;
}

export interface Notices {
  /** Whether the host of this server can send mail at all. */
  mail: boolean;
  ways: NoticeWay[];
  choice: NoticeChoice;
}

export const MATTERS = ['turn', 'asked', 'over', 'chat'] as const;
export const DIGESTS = [0, 1, 6, 24] as const;

/** The server's HTTP interface, typed. Whatever goes wrong arrives as an `ApiError`. */

import type {
  Action,
  ApiFault,
  Attack,
  Board,
  Charge,
  Chart,
  ChatLine,
  Command,
  Curves,
  Decision,
  DiceState,
  Display,
  Done,
  Film,
  Forecast,
  GameInfo,
  HistoryEntry,
  LayerData,
  Ledger,
  March,
  Me,
  NewCharge,
  NewGame,
  PlanGiven,
  PlanSheet,
  PlayerInfo,
  Preferences,
  Question,
  Refusal,
  RuleInfo,
  Rung,
  ScenarioInfo,
  Side,
  Sign,
  Style,
  Suggestion,
  TitleInfo,
  View,
  Viewer,
  WhyNot,
} from './types';
import type { PositionShown, PuzzleState, Tried, Workshop } from './positions';
import type { AbsenceState, AbsenceTerms } from './absence';
import type { Luck } from './luck';
import type { NoticeChoice, NoticeKind, Notices } from './notices';
import type { WhatIf } from './whatif';

export class ApiError extends Error {
  constructor(
    readonly fault: ApiFault,
    readonly status: number,
  ) {
    super(fault.reason);
    this.name = 'ApiError';
  }
  get kind(): string {
    return this.fault.kind;
  }
}

/** Whatever was thrown, as something that can be shown. */
export function faultOf(thrown: unknown): ApiFault {
  if (thrown instanceof ApiError) return thrown.fault;
  return { kind: 'fault', reason: thrown instanceof Error ? thrown.message : String(thrown), rules: [] };
}

type Query = Record<string, string | number | undefined>;

export function address(path: string, query: Query = {}): string {
  const words = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(words.map(([key, value]) => [key, String(value)]));
  return `/api${path}${words.length ? `?${search}` : ''}`;
}

async function call<Answer>(
  method: string,
  path: string,
  body?: unknown,
  query: Query = {},
): Promise<Answer> {
  // No form of another site can send this header: the server takes changes only with it.
  const headers: Record<string, string> = { Accept: 'application/json', 'X-Hexfront': '1' };
  const raw = body instanceof Blob;
  if (body !== undefined && !raw) headers['Content-Type'] = 'application/json';
  if (raw) headers['Content-Type'] = 'application/octet-stream';
  let response: Response;
  try {
    response = await fetch(address(path, query), {
      method,
      headers,
      credentials: 'same-origin',
      body: body === undefined ? undefined : raw ? body : JSON.stringify(body),
    });
  } catch {
    throw new ApiError({ kind: 'offline', reason: 'The server does not answer.', rules: [] }, 0);
  }
  const text = await response.text();
  const data: unknown = text ? parsed(text) : undefined;
  if (!response.ok) throw new ApiError(faultIn(data, response), response.status);
  return data as Answer;
}

/** Something that is packed into a file. */
async function download(path: string, body: unknown): Promise<Blob> {
  const headers = { 'X-Hexfront': '1', 'Content-Type': 'application/json' };
  let response: Response;
  try {
    response = await fetch(address(path), { method: 'POST', headers, body: JSON.stringify(body) });
  } catch {
    throw new ApiError({ kind: 'offline', reason: 'The server does not answer.', rules: [] }, 0);
  }
  if (!response.ok) throw new ApiError(faultIn(parsed(await response.text()), response), response.status);
  return response.blob();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function faultIn(data: unknown, response: Response): ApiFault {
  const error = (data as { error?: Partial<ApiFault> } | null | undefined)?.error;
  if (error?.reason)
    return { ...error, kind: error.kind ?? 'fault', reason: error.reason, rules: error.rules ?? [] };
  return { kind: 'fault', reason: response.statusText || `HTTP ${response.status}`, rules: [] };
}

const game = (id: string, rest = '') => `/games/${encodeURIComponent(id)}${rest}`;
const seat = (id: string, side: Side, rest = '') => game(id, `/seats/${encodeURIComponent(side)}${rest}`);

export const api = {
  titles: () => call<TitleInfo[]>('GET', '/titles'),
  scenario: (title: string, scenario: string) =>
    call<ScenarioInfo>(
      'GET',
      `/titles/${encodeURIComponent(title)}/scenarios/${encodeURIComponent(scenario)}`,
    ),
  scenarioPicture: (title: string, scenario: string) =>
    address(`/titles/${encodeURIComponent(title)}/scenarios/${encodeURIComponent(scenario)}/picture.svg`),
  rules: (title: string) => call<RuleInfo[]>('GET', `/titles/${encodeURIComponent(title)}/rules`),
  players: () => call<PlayerInfo[]>('GET', '/players'),

  me: () => call<Me>('GET', '/me'),
  createAccount: (name: string, password: string) => call<Me>('POST', '/accounts', { name, password }),
  login: (name: string, password: string) => call<Me>('POST', '/login', { name, password }),
  changePassword: (old: string, fresh: string) => call<Me>('PUT', '/me/password', { old, new: fresh }),
  logout: () => call<void>('POST', '/logout', {}),

  notices: () => call<Notices>('GET', '/me/notices'),
  nameNoticeAddress: (kind: NoticeKind, address: string, language: string) =>
    call<Notices>('PUT', `/me/notices/${kind}`, { address, language }),
  confirmNoticeMail: (code: string) => call<Notices>('POST', '/me/notices/mail/confirm', { code }),
  testNotices: (kind: NoticeKind) =>
    call<{ done: boolean; reason: string }>('POST', `/me/notices/${kind}/test`, {}),
  dropNoticeAddress: (kind: NoticeKind) => call<void>('DELETE', `/me/notices/${kind}`),
  chooseNotices: (choice: NoticeChoice) => call<Notices>('PUT', '/me/notice-choice', choice),
  noticesOf: (id: string) => call<{ choice: NoticeChoice | null }>('GET', game(id, '/notices')),
  chooseNoticesOf: (id: string, choice: NoticeChoice | null) =>
    call<{ choice: NoticeChoice | null }>('PUT', game(id, '/notices'), { choice }),
  leaveNotices: (token: string) => call<unknown>('POST', '/notices/leave', { token }),

  games: () => call<GameInfo[]>('GET', '/games'),
  openGames: () => call<GameInfo[]>('GET', '/open-games'),
  newGame: (start: NewGame) => call<GameInfo>('POST', '/games', start),
  game: (id: string) => call<GameInfo>('GET', game(id)),
  nameGame: (id: string, name: string) => call<GameInfo>('PUT', game(id, '/name'), { name }),
  deleteGame: (id: string) => call<void>('DELETE', game(id)),
  claim: (id: string, side: Side, token?: string, name?: string) =>
    call<GameInfo>('POST', seat(id, side, '/claim'), { ...(token && { token }), ...(name && { name }) }),
  invite: (id: string, side: Side) => call<{ link: string }>('POST', seat(id, side, '/invite'), {}),
  revoke: (id: string, side: Side) => call<void>('DELETE', seat(id, side, '/invite')),
  commands: (id: string, side: Side) => call<Command[]>('GET', seat(id, side, '/commands')),
  giveCommand: (id: string, side: Side, command: string) =>
    call<{ link: string }>('POST', seat(id, side, '/commands'), { command }),
  takeCommandBack: (id: string, side: Side, command: string) =>
    call<void>('DELETE', seat(id, side, '/commands'), undefined, { command }),
  absence: (id: string) => call<AbsenceState>('GET', game(id, '/absence')),
  agreeAbsence: (id: string, as: Side, terms: AbsenceTerms | null) =>
    call<AbsenceState>('PUT', game(id, '/absence'), { as, terms }),
  voteAbsence: (id: string, as: Side, seat: Side, choose: string) =>
    call<AbsenceState>('POST', game(id, '/absence/vote'), { as, for: seat, choose }),
  linkAbsence: (id: string, seat: Side) =>
    call<AbsenceState>('POST', game(id, '/absence/link'), { for: seat }),
  backAbsence: (id: string, seat: Side, as: Side, accept: boolean) =>
    call<AbsenceState>('POST', game(id, '/absence/back'), { for: seat, as, accept }),
  handTo: (id: string, side: Side, player: string) => call<GameInfo>('POST', seat(id, side), { player }),

  style: (id: string) => call<Style>('GET', game(id, '/style')),
  boardAt: (place: string) => call<Board>('GET', `${place}/board`),
  styleAt: (place: string) => call<Style>('GET', `${place}/style`),
  luck: (id: string, as: Viewer) => call<Luck>('GET', game(id, '/luck'), undefined, { as }),
  charts: (id: string) => call<Chart[]>('GET', game(id, '/charts')),
  legend: (id: string) => call<Sign[]>('GET', game(id, '/legend')),
  symbols: (id: string) => call<string>('GET', game(id, '/symbols.svg')),
  view: (id: string, as: Viewer, step?: number) =>
    call<View>('GET', game(id, '/view'), undefined, { as, step }),
  display: (id: string, as: Viewer, name: string) =>
    call<Display>('GET', game(id, `/displays/${encodeURIComponent(name)}`), undefined, { as }),
  layer: (id: string, as: Viewer, name: string) =>
    call<LayerData>('GET', game(id, `/layers/${encodeURIComponent(name)}`), undefined, { as }),
  history: (id: string, as: Viewer, since = 0) =>
    call<HistoryEntry[]>('GET', game(id, '/history'), undefined, { as, since }),
  curves: (id: string, as: Viewer) => call<Curves>('GET', game(id, '/curves'), undefined, { as }),

  film: (id: string, as: Viewer, since: number) =>
    call<Film>('GET', game(id, '/film'), undefined, { as, since }),

  play: (id: string, as: Viewer, expect: number, actions: Action[], show: boolean) =>
    call<Done>('POST', game(id, '/actions'), { as, expect, actions, show }),
  setUp: (id: string, as: Viewer) => call<Action[]>('GET', game(id, '/set-up'), undefined, { as }),
  undo: (id: string, as: Viewer, expect: number, show: boolean) =>
    call<Done>('POST', game(id, '/undo'), { as, expect, show }),
  rollback: (id: string, as: Viewer, step: number) =>
    call<Done>('POST', game(id, '/rollback'), { as, step, show: true }),
  claimOnTime: (id: string, as: Viewer) => call<unknown>('POST', game(id, '/clock/claim'), { as }),
  answerRollback: (id: string, as: Viewer, accept: boolean) =>
    call<Done>('POST', game(id, '/rollback/answer'), { as, accept, show: true }),

  why: (id: string, as: Viewer, action: Action) =>
    call<{ refusal: Refusal | null }>('POST', game(id, '/why'), { as, action }),
  whyNot: (id: string, as: Viewer, hex: string, piece: string) =>
    call<WhyNot>('POST', game(id, '/why-not'), { as, hex, piece }),
  marches: (id: string, as: Viewer) => call<March[]>('GET', game(id, '/marches'), undefined, { as }),
  sendOff: (id: string, as: Viewer, pieces: string[], goal: string) =>
    call<March[]>('POST', game(id, '/marches'), { as, pieces, goal }),
  leadOn: (id: string, as: Viewer) => call<March[]>('POST', game(id, '/marches/on'), { as }),
  stopMarches: (id: string, as: Viewer, numbers: number[]) =>
    call<March[]>('POST', game(id, '/marches/stop'), { as, numbers }),
  plans: (id: string, as: Viewer) => call<PlanSheet[]>('GET', game(id, '/plans'), undefined, { as }),
  makePlan: (id: string, as: Viewer) => call<PlanSheet>('POST', game(id, '/plans'), { as }),
  givePlan: (id: string, as: Viewer, plan: string) =>
    call<PlanGiven>('POST', game(id, '/plans/give'), { as, plan }),
  explain: (id: string, as: Viewer, question: Action) =>
    call<Ledger>('POST', game(id, '/explain'), { as, question }),
  questions: (id: string, as: Viewer, about: string) =>
    call<Question[]>('GET', game(id, '/questions'), undefined, { as, about }),
  forecast: (id: string, as: Viewer, action: Action, expect: number) =>
    call<Forecast | null | undefined>('POST', game(id, '/forecast'), { as, action, expect }),
  attacks: (id: string, as: Viewer) => call<Attack[]>('GET', game(id, '/attacks'), undefined, { as }),
  attack: (id: string, as: Viewer, hex: string, pieces: string[], expect: number) =>
    call<Attack | undefined>('POST', game(id, '/attack'), { as, hex, pieces, expect }),
  ladder: (id: string, as: Viewer, hex: string) =>
    call<Rung[]>('POST', game(id, '/attack/ladder'), { as, hex }),
  ahead: (id: string, as: Viewer, actions: Action[]) =>
    call<Decision>('POST', game(id, '/ahead'), { as, actions }),
  suggest: (id: string, as: Viewer, scope: 'one' | 'phase', pieces: string[] = []) =>
    call<Suggestion[]>('POST', game(id, '/suggest'), { as, scope, pieces }),
  charges: (id: string, as: Viewer) => call<Charge[]>('GET', game(id, '/charges'), undefined, { as }),
  putInCharge: (id: string, as: Viewer, charge: NewCharge) =>
    call<Charge>('POST', game(id, '/charges'), { as, ...charge }),
  stopCharge: (id: string, as: Viewer, charge: string) =>
    call<void>('DELETE', game(id, `/charges/${encodeURIComponent(charge)}`), undefined, { as }),
  whatIf: (id: string, as: Viewer, games: number, turns: number, action?: Action) =>
    call<WhatIf>('POST', game(id, '/whatif'), { as, games, turns, ...(action && { action }) }),
  whatIfSoFar: (id: string, job: string) =>
    call<WhatIf>('GET', game(id, `/whatif/${encodeURIComponent(job)}`)),
  stopWhatIf: (id: string, job: string) =>
    call<void>('DELETE', game(id, `/whatif/${encodeURIComponent(job)}`)),

  branch: (id: string, step: number, seats?: Record<Side, string>) =>
    call<GameInfo>('POST', game(id, '/branch'), seats ? { step, seats } : { step }),
  pictureAddress: (id: string, as: Viewer) => address(game(id, '/picture.svg'), { as }),
  exportAddress: (id: string, as: Viewer) => address(game(id, '/export'), { as }),
  importFile: (file: Blob) => call<GameInfo>('POST', '/import', file),
  mailIn: (id: string, file: Blob) => call<GameInfo>('POST', game(id, '/mail-in'), file),

  workshop: (title: string, scenario: string) =>
    call<Workshop>(
      'GET',
      `/titles/${encodeURIComponent(title)}/scenarios/${encodeURIComponent(scenario)}/workshop`,
    ),
  checkPosition: (text: string) => call<PositionShown>('POST', '/positions/check', { text }),
  tryPosition: (text: string) => call<Tried>('POST', '/positions/try', { text }),
  playPosition: (text: string, seats: Record<Side, string>, name = '') =>
    call<GameInfo>('POST', '/positions/games', { text, seats, name }),
  scenarioOf: (text: string, name: string, caption: string, notes: string) =>
    download('/positions/scenario', { text, name, caption, notes }),
  position: (id: string, as: Viewer) =>
    call<{ text: string; whole: boolean }>('GET', game(id, '/position'), undefined, { as }),
  puzzle: (id: string, as: Viewer) => call<PuzzleState>('GET', game(id, '/puzzle'), undefined, { as }),

  dice: (id: string) => call<DiceState>('GET', game(id, '/dice')),
  share: (
    id: string,
    share: { as: Side; promise: string; secret?: string; round?: string; anew?: boolean },
  ) => call<DiceState>('POST', game(id, '/dice'), share),
  file: (id: string, as: Viewer) => call<string>('GET', game(id, '/export'), undefined, { as }),

  chat: (id: string) => call<ChatLine[]>('GET', game(id, '/chat')),
  say: (id: string, text: string) => call<unknown>('POST', game(id, '/chat'), { text }),
  notes: (id: string) => call<{ text: string }>('GET', game(id, '/notes')),
  saveNotes: (id: string, text: string) => call<unknown>('PUT', game(id, '/notes'), { text }),
  preferences: (id: string, as: Viewer) =>
    call<Preferences>('GET', game(id, '/preferences'), undefined, { as }),
  savePreferences: (id: string, as: Viewer, preferences: Preferences) =>
    call<unknown>('PUT', game(id, '/preferences'), preferences, { as }),
};

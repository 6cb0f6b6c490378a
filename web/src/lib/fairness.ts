/**
 * Dice that nobody chose, as `hexfront.kernel.fairness` makes them: promises, the key of all secrets, and the
 * check of a game's file afterwards.
 */

import { blake2b, hex } from './blake2b';

export const HOST = 'host';
const JOINT = 'joint';

/** What each party has promised or given, by its side or `host`. */
export type OfParties = Record<string, string>;

/** A part of a game that was played with one key; without promises, one alone has made it. */
export interface Stretch {
  /** The step that brought it, 0 for the seed. */
  since: number;
  dice: number;
  promises: OfParties;
  absent: string[];
  /** What is wrong with it, each with its step. */
  faults: DiceFault[];
}
export interface DiceFault {
  step: number;
  kind: 'secret' | 'key' | 'fixed' | 'twice' | 'die';
  what: string;
}

/** A secret that this browser has made, and what all had promised when it was given. */
export interface KeptShare {
  side: string;
  secret: string;
  seen?: OfParties;
}

interface Roll {
  faces: number;
  value: number;
  label?: string;
}
interface Step {
  by: string;
  action: {
    do: string;
    key?: string;
    source?: string;
    pledges?: string[];
    secrets?: string[];
    absent?: string[];
  };
  rolls?: Roll[];
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const hashed = (...parts: string[]): string =>
  hex(blake2b(bytes(JSON.stringify(['hexfront', ...parts])), 32));

/** A number that nobody can guess. */
export const newSecret = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

/** What a party shows of its secret before the others show theirs. */
export const commitment = (party: string, secret: string): string => hashed('commitment', party, secret);

/** The key that all secrets make together. */
export function jointKey(secrets: OfParties): string {
  const parties = Object.keys(secrets).sort();
  return hashed('key', ...parties.flatMap((party) => [party, secrets[party] ?? '']));
}

/** How the die of a label falls under a key. */
export function fallen(key: string, label: string, faces: number): number {
  const most = ((1n << 64n) / BigInt(faces)) * BigInt(faces);
  for (let tries = 0; ; tries++) {
    const digest = blake2b(bytes(`${label}, ${faces} faces, ${tries}`), 8, bytes(key));
    const drawn = new DataView(digest.buffer, digest.byteOffset, 8).getBigUint64(0);
    if (drawn < most) return Number(drawn % BigInt(faces)) + 1;
  }
}

/** With which dice the game of a file was played, one key after the other, and what is wrong with them. */
export function stretches(file: string): Stretch[] {
  const steps = file
    .split('\n')
    .slice(1)
    .filter((line) => line.startsWith('{"by"'))
    .map((line) => JSON.parse(line) as Step);
  const found: Stretch[] = [{ since: 0, dice: 0, promises: {}, absent: [], faults: [] }];
  let key = '';
  let thrown = new Set<string>();
  steps.forEach((step, place) => {
    const { action } = step;
    const now = place + 1;
    if (action.do === 'fresh-dice' || action.do === 'stir-dice') {
      const joint = action.source === JOINT;
      const promises = joint ? read(action.pledges) : {};
      const faults = joint ? unfit(now, action, promises) : [];
      found.push({ since: now, dice: 0, promises, absent: joint ? (action.absent ?? []) : [], faults });
      key = joint && !faults.length ? (action.key ?? '') : '';
      thrown = new Set();
    }
    const stretch = found[found.length - 1]!;
    if (action.do === 'fix-dice' && key) stretch.faults.push({ step: now, kind: 'fixed', what: '' });
    for (const { label = '', faces, value } of step.rolls ?? []) {
      stretch.dice += 1;
      if (!key) continue;
      if (thrown.has(label)) stretch.faults.push({ step: now, kind: 'twice', what: label });
      if (fallen(key, label, faces) !== value) stretch.faults.push({ step: now, kind: 'die', what: label });
      thrown.add(label);
    }
  });
  return found;
}

/** What became of a secret that this browser gave: it is in dice, or was not used, or not as promised. */
export function useOf(share: KeptShare, found: Stretch[]): 'used' | 'unused' | 'otherwise' {
  const promise = commitment(share.side, share.secret);
  const stretch = found.find((each) => each.promises[share.side] === promise);
  if (!stretch) return 'unused';
  return same(stretch.promises, share.seen ?? {}) ? 'used' : 'otherwise';
}

function unfit(step: number, action: Step['action'], promises: OfParties): DiceFault[] {
  const secrets = read(action.secrets);
  const wrong = [...new Set([...Object.keys(promises), ...Object.keys(secrets)])].filter(
    (party) => commitment(party, secrets[party] ?? '') !== promises[party],
  );
  if (wrong.length) return wrong.map((what) => ({ step, kind: 'secret', what }));
  return action.key === jointKey(secrets) ? [] : [{ step, kind: 'key', what: '' }];
}

function read(written: string[] = []): OfParties {
  return Object.fromEntries(
    written.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
  );
}

function same(one: OfParties, other: OfParties): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { blake2b, hex } from '../../src/lib/blake2b';
import {
  commitment,
  fallen,
  jointKey,
  newSecret,
  stretches,
  useOf,
  type OfParties,
} from '../../src/lib/fairness';

const bytes = (text: string) => new TextEncoder().encode(text);

// All that is expected here was made by the Python that makes the dice.
describe('the hash', () => {
  it('is that of Python', () => {
    expect(hex(blake2b(bytes(''), 64))).toBe(
      '786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce',
    );
    expect(hex(blake2b(bytes('abc'), 64))).toBe(
      'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
    );
    expect(hex(blake2b(bytes('x'.repeat(128)), 16))).toBe('874acca82a22239ec64a3e70c3ae494e');
  });
  it('has keys, and takes several blocks', () => {
    const long = Uint8Array.from({ length: 300 }, (_, place) => place % 251);
    expect(hex(blake2b(long, 32, bytes('a key')))).toBe(
      '1246a06a3a2f942253f4208a26c534fcceaecf1c00ea522fa82a8b86000b891c',
    );
    expect(hex(blake2b(bytes('x'.repeat(129)), 8, bytes('k'.repeat(64))))).toBe('6e628c868830c2a3');
  });
});

const SECRETS: OfParties = { red: 'one', blue: 'two', host: 'three' };
const PROMISES: OfParties = {
  red: '14105078b2ecc9b08dc7bee333db1deeb8e6bbf052ac3c40cc95da7bbd2a4c78',
  blue: '5378498541654e6d8212343fe9739709e1b8aa72caefa4d4a10cae9742e5a415',
  host: '8368dd021a17350754126933de3df194db2ff12e6cb424ffa6a8402defb2a8c1',
};
const KEY = '9dfd95c9852567b983ed209c9aa9c1273fd182cb5190f65baa0d05395d03865e';

describe('promises and keys', () => {
  it('are those of Python', () => {
    for (const [party, secret] of Object.entries(SECRETS))
      expect(commitment(party, secret)).toBe(PROMISES[party]);
    expect(commitment('Öst', 'ü')).toBe('759d033f4ee63626d24a477addcf459d4b83ac1af84c9179cd77a1ff554eb80f');
    expect(jointKey(SECRETS)).toBe(KEY);
  });
  it('let the same dice fall', () => {
    expect(fallen(KEY, '1 attack red: attack 0405 1', 6)).toBe(1);
    expect(fallen(KEY, '1 attack red: attack 0405 2', 6)).toBe(4);
    expect(fallen(KEY, 'weather 1', 10)).toBe(3);
    expect(fallen(KEY, 'card 1', 1000003)).toBe(475908);
  });
  it('are of secrets that nobody can guess', () => {
    expect(newSecret()).toMatch(/^[0-9a-f]{64}$/);
    expect(newSecret()).not.toBe(newSecret());
  });
});

const written = (of: OfParties) => Object.entries(of).map(([party, value]) => `${party}=${value}`);
const joint = (secrets = SECRETS, key = KEY) => ({
  by: 'referee',
  action: { do: 'fresh-dice', key, source: 'joint', pledges: written(PROMISES), secrets: written(secrets) },
});
const throws = (value: number, label = '1 attack red: attack 0405 2') => ({
  by: 'red',
  action: { do: 'attack' },
  rolls: [{ faces: 6, value, purpose: 'attack', label }],
});
const other = (tag: string) => ({ by: 'referee', action: { do: tag, key: 'k', salt: 1, values: [6] } });
const file = (...steps: object[]) =>
  [{ hexfront: 1 }, ...steps, { snapshot: 2 }, { end: steps.length, check: 'x' }]
    .map((line) => JSON.stringify(line))
    .join('\n');

describe('the check of a file', () => {
  it('tells dice of one alone from those that nobody chose', () => {
    const found = stretches(file(throws(6), other('fresh-dice'), joint(), throws(4), other('stir-dice')));
    expect(found.map((each) => [each.since, each.dice, Object.keys(each.promises).length])).toEqual([
      [0, 1, 0],
      [2, 0, 0],
      [3, 1, 3],
      [5, 0, 0],
    ]);
    expect(found.flatMap((each) => each.faults)).toEqual([]);
  });
  it('finds what is wrong', () => {
    const faults = (...steps: object[]) => stretches(file(...steps)).flatMap((each) => each.faults);
    expect(faults(joint(), throws(5))).toEqual([
      { step: 2, kind: 'die', what: '1 attack red: attack 0405 2' },
    ]);
    expect(faults(joint(), throws(4), throws(4)).map((each) => each.kind)).toEqual(['twice']);
    expect(faults(joint(), other('fix-dice'))).toEqual([{ step: 2, kind: 'fixed', what: '' }]);
    expect(faults(joint({ ...SECRETS, host: 'other' }))).toEqual([{ step: 1, kind: 'secret', what: 'host' }]);
    expect(faults(joint(SECRETS, 'chosen'))).toEqual([{ step: 1, kind: 'key', what: '' }]);
  });
  it('understands a game that Python has written, and finds a die that was changed in it', () => {
    const game = readFileSync('../tests/saves/shared-dice.hexfront', 'utf-8');
    const found = stretches(game);
    expect(found.map((each) => Object.keys(each.promises).sort())).toEqual([
      [],
      [],
      ['blue', 'host'],
      ['blue', 'host', 'red'],
    ]);
    expect(found.flatMap((each) => each.faults)).toEqual([]);
    expect(found[2]?.absent).toEqual(['red']);
    expect(found[3]?.dice).toBeGreaterThan(3);
    expect(useOf({ side: 'red', secret: 'one', seen: found[3]?.promises }, found)).toBe('used');
    const lines = game.split('\n');
    const last = lines.findLastIndex(
      (line) => line.startsWith('{"by"') && line.includes('"rolls":[{"faces":6,'),
    );
    lines[last] = lines[last]!.replace(
      /"value":(\d)/,
      (_, die: string) => `"value":${(Number(die) % 6) + 1}`,
    );
    expect(stretches(lines.join('\n')).flatMap((each) => each.faults.map((fault) => fault.kind))).toEqual([
      'die',
    ]);
  });
  it('says what became of a share', () => {
    const found = stretches(file(joint()));
    const share = { side: 'red', secret: 'one' };
    expect(useOf({ ...share, seen: PROMISES }, found)).toBe('used');
    expect(useOf({ ...share, seen: { ...PROMISES, host: 'other' } }, found)).toBe('otherwise');
    expect(useOf({ ...share, secret: 'two', seen: PROMISES }, found)).toBe('unused');
  });
});

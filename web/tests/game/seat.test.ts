import { describe, expect, it } from 'vitest';
import { answerable, habitsIn, met } from '../../src/game/preferences';
import { branch } from '../../src/game/muster';
import { sideToShow } from '../../src/game/seat.svelte';
import type { Decision, GameInfo, Seat } from '../../src/lib/types';
import { piece } from '../views';

const seat = (you: boolean): Seat => ({ name: '', kind: 'human', you, online: true, player: '' });
const info = (north: boolean, south: boolean): GameInfo =>
  ({ seats: { north: seat(north), south: seat(south) } }) as unknown as GameInfo;

describe('at one screen', () => {
  it('the side that decides is shown, the present one if it does too', () => {
    expect(sideToShow(info(true, true), ['south'], 'north')).toBe('south');
    expect(sideToShow(info(true, true), ['north', 'south'], 'south')).toBe('south');
  });
  it('a single seat keeps its eyes, and who has none observes', () => {
    expect(sideToShow(info(true, false), ['south'], 'north')).toBe('north');
    expect(sideToShow(info(false, true), ['north'], '')).toBe('south');
    expect(sideToShow(info(false, false), ['north'], '')).toBe('observer');
  });
});

describe('habits', () => {
  const decision: Decision = {
    side: 'north',
    kind: 'loss',
    prompt: 'Who takes it?',
    rule: '1',
    summary: '',
    about: { matter: 'test' },
    choices: [{ action: { do: 'pass' }, face: { text: 'Pass' } }],
    default: 0,
  };
  it('note decisions that have a recommended answer, once', () => {
    const first = met({}, decision);
    expect(first).toEqual({ loss: { prompt: 'Who takes it?', auto: false } });
    expect(met(first, decision)).toBe(first);
    expect(met({}, { ...decision, default: null })).toEqual({});
    expect(answerable({ ...decision, choices: undefined })).toBe(false);
  });
  it('are read back from what was kept, whatever it holds', () => {
    expect(habitsIn({ habits: { loss: { prompt: 'x', auto: true }, bad: 3 } })).toEqual({
      loss: { prompt: 'x', auto: true },
    });
    expect(habitsIn({ habits: 'nonsense' })).toEqual({});
  });
});

describe('the order of battle', () => {
  const army = {
    name: 'First Army',
    side: 'north',
    under: [
      { name: 'Guard', units: ['g'] },
      { name: 'Second Corps', units: ['a', 'b'] },
    ],
  };
  const pieces = {
    g: piece('0101', { name: 'Guard Division' }),
    a: piece('0102', { name: 'Liège Brigade' }),
  };
  it('counts everything under a branch', () => {
    expect(branch(army, pieces)?.keys).toEqual(['g', 'a', 'b']);
  });
  it('is filtered by names without minding accents, and keeps a whole branch that fits', () => {
    expect(branch(army, pieces, 'liege')?.keys).toEqual(['a']);
    expect(branch(army, pieces, 'second')?.keys).toEqual(['a', 'b']);
    expect(branch(army, pieces, 'nobody')).toBeNull();
  });
});

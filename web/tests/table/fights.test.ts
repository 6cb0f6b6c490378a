import { describe, expect, it } from 'vitest';
import type { Connection } from '../../src/lib/connection.svelte';
import type { Asked, Choice, Decision, GameEvent, Stage, Topic, View } from '../../src/lib/types';
import { BattleState } from '../../src/table/battle.svelte';
import { targetsOf } from '../../src/table/choices';
import { followed, togglesOf, type Fight } from '../../src/table/fights';
import { MapState } from '../../src/table/mapstate.svelte';
import { PlayState } from '../../src/table/playstate.svelte';
import { view } from '../views';

const asked = (stage: Stage, since: number): Asked => ({
  side: 'north',
  kind: 'test',
  rule: '1-1',
  summary: '',
  stage,
  since,
  by: 'north',
});
const dice = (step: number): GameEvent => ({
  text: 'dice',
  kind: '',
  rules: [],
  data: {},
  step,
  rolls: [{ value: 3, faces: 6, purpose: 'a combat' }],
});
const at = (step: number, stage: Stage, since: number, events: GameEvent[] = []): View =>
  view({ step, asked: [asked(stage, since)], events });
const fight = (from: number, more: Partial<Fight> = {}): Fight => ({
  from,
  subject: 'An attack',
  forecast: null,
  done: null,
  ...more,
});
const unit = (key: string, verb = 'Join'): Choice => ({
  action: { do: 'join', unit: key },
  face: { text: key, verb, unit: key },
});
const button: Choice = { action: { do: 'pass' }, face: { text: 'Attack', chance: true } };
const decision = (about: Topic, ...choices: Choice[]): Decision => ({
  side: 'north',
  kind: 'test',
  prompt: '?',
  rule: '1-1',
  summary: '',
  about,
  choices,
  default: 0,
});
const table = (now: Decision): PlayState =>
  new PlayState(new MapState('game', 'title'), () => ({
    view: view({ decision: now, asked: [asked(now.about.stage ?? 'choose', 3)] }),
    connection: { decision: now } as unknown as Connection,
  }));

describe('following a fight', () => {
  it('begins where a question of a fight is asked, with the order it came of', () => {
    expect(followed(null, at(7, 'prepare', 5))).toMatchObject({ from: 5, done: null });
    expect(followed(null, at(7, 'order', 7))).toBeNull();
  });
  it('keeps what was foreseen of it', () => {
    expect(followed(fight(5), at(7, 'losses', 5))?.subject).toBe('An attack');
    expect(followed(fight(6), at(7, 'losses', 5))?.subject).toBe('An attack'); // begun within the order
  });
  it('goes on while the same order asks for something else', () => {
    expect(followed(fight(5), at(8, 'choose', 5, [dice(6)]))?.done).toBeNull();
    expect(followed(fight(5, { done: 7 }), at(8, 'retreat', 5, [dice(6)]))?.done).toBeNull();
  });
  it('is over with the next order, and shown until the game goes on', () => {
    const over = followed(fight(5), at(9, 'order', 9, [dice(6)]));
    expect(over?.done).toBe(9);
    expect(followed(over, at(9, 'order', 9, [dice(6)]))?.done).toBe(9);
    expect(followed(over, at(10, 'order', 10, [dice(6)]))).toBeNull();
  });
  it('is forgotten where no dice fell, or where it was taken back', () => {
    expect(followed(fight(5), at(6, 'order', 6))).toBeNull();
    expect(followed(fight(5), at(4, 'order', 4, [dice(3)]))).toBeNull();
  });
  it('makes way for a new one', () => {
    expect(followed(fight(5, { done: 9 }), at(11, 'gather', 10, [dice(6)]))).toMatchObject({
      from: 10,
      subject: '',
    });
  });
});

describe('who takes part', () => {
  const gather: Topic = { matter: 'attack', stage: 'gather', pieces: ['a'] };
  it('is asked where the question says so, and nowhere else', () => {
    const join = targetsOf(decision(gather, unit('b'), button));
    expect(togglesOf(gather, join)?.map(({ key, on }) => [key, on])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(togglesOf({ ...gather, stage: 'losses' }, join)).toBeNull();
  });
  it('can be taken out by a choice of its own', () => {
    const targets = targetsOf(decision(gather, unit('a', 'Withhold'), button));
    expect(togglesOf(gather, targets)).toMatchObject([{ key: 'a', on: true, option: { index: 0 } }]);
  });
  it('is not asked piece by piece where buttons are to choose from', () => {
    expect(togglesOf(gather, targetsOf(decision(gather, button, button)))).toBeNull();
  });
});

describe('the table', () => {
  it('takes losses for losses', () => {
    const about: Topic = { matter: 'reductions', stage: 'losses', pieces: ['a', 'b'], points: 2 };
    const battle = new BattleState(table(decision(about, unit('a', 'Lose'), unit('b', 'Lose'))));
    battle.fight = fight(3);
    expect(battle.assembling).toBe(false);
    expect(battle.joining).toEqual([]);
    expect(battle.task?.about.points).toBe(2);
  });
  it('lets pieces join, and then attack', () => {
    const about: Topic = { matter: 'attack', stage: 'gather', pieces: ['a'], hexes: ['0101'] };
    const battle = new BattleState(table(decision(about, unit('b'), button)));
    battle.fight = fight(3, { subject: '' });
    expect(battle.assembling).toBe(true);
    expect(battle.joined).toEqual(['a']);
    expect(battle.joining.map(({ index }) => index)).toEqual([0]);
    expect(battle.go?.choice).toBe(button);
    expect(battle.task).toBeNull();
    expect(battle.subject).toBe('Fight for 0101');
  });
  it('asks for no odds where no dice decide', async () => {
    const play = table(decision({ matter: 'movement', stage: 'order' }, unit('a')));
    const battle = new BattleState(play);
    expect(await battle.intercept(play.targets.all[0]!)).toBe(false);
    expect(battle.asking).toBe(false);
  });
  it('has in hand whom the question names', () => {
    const hand = (stage: Stage) => [
      ...table(decision({ matter: 'march', stage, pieces: ['a', 'b'] }, button)).hand,
    ];
    expect(hand('march')).toEqual(['a', 'b']);
    expect(hand('losses')).toEqual([]);
  });
});

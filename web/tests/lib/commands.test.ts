import { describe, expect, it } from 'vitest';
import { isMine, myPart, posts, whoAnswers } from '../../src/lib/commands';
import type { Choice, Commander, Decision, Seat } from '../../src/lib/types';

const choice = (text: string, ...commands: string[]): Choice => ({
  action: { do: text },
  face: { text },
  ...(commands.length && { commands }),
});
const first = choice('first', 'Reds/First Army', 'Reds');
const second = choice('second', 'Reds/Second Army', 'Reds');
const pass = choice('pass');
const decision = {
  side: 'red',
  kind: 'move',
  prompt: 'Who moves?',
  rule: '1',
  summary: '',
  choices: [pass, first, second],
  default: 2,
} as Decision;
const bert = (you: boolean): Commander => ({
  command: 'Reds/First Army',
  name: 'Bert',
  you,
  online: true,
});
const seat = (commander: boolean, ...commanders: Commander[]): Seat => ({
  name: 'Ada',
  kind: 'human',
  player: '',
  you: true,
  online: true,
  ...(commanders.length && { commanders }),
  ...(commander && { commander }),
});

describe('what is mine to answer', () => {
  it('is everything for the chief, and where nobody has a command', () => {
    expect(myPart(decision, seat(false))).toBe(decision);
    expect(myPart(decision, seat(false, bert(false)))).toBe(decision);
    expect(myPart(decision, undefined)).toBe(decision);
  });
  it('is what belongs to a command of mine', () => {
    const mine = seat(true, bert(true));
    expect([pass, first, second].map((each) => isMine(each, mine))).toEqual([false, true, false]);
    expect(myPart(decision, mine)).toEqual({ ...decision, choices: [first], default: null });
    expect(myPart({ ...decision, default: 1 }, mine).default).toBe(0);
  });
  it('is what belongs to a part of my command', () => {
    const mine = seat(true, { ...bert(true), command: 'Reds' });
    expect(myPart(decision, mine).choices).toEqual([first, second]);
  });
});

describe('who answers instead', () => {
  it('is nobody while an answer is mine', () => {
    expect(whoAnswers(decision, seat(true, bert(true)))).toEqual([]);
    expect(whoAnswers(decision, seat(false))).toEqual([]);
  });
  it('is the commander to whom it belongs, or the chief', () => {
    const clara = { ...bert(true), command: 'Reds/Third Army', name: 'Clara' };
    const mine = seat(true, bert(false), clara);
    expect(whoAnswers({ ...decision, choices: [pass] }, mine)).toEqual(['Ada']);
    expect(whoAnswers({ ...decision, choices: [first] }, mine)).toEqual(['Bert (First Army)']);
    expect(whoAnswers(decision, mine)).toEqual(['Ada', 'Bert (First Army)']);
  });
});

describe('the commands of a side', () => {
  it('stand under each other with who has them, those without troops last', () => {
    const commands = [
      { command: 'Reds', path: ['Reds'], pieces: 3 },
      { command: 'Reds/First Army', path: ['Reds', 'First Army'], pieces: 2 },
    ];
    const gone = { ...bert(false), command: 'Reds/Guards' };
    expect(posts(commands, seat(false, bert(false), gone))).toEqual([
      { command: 'Reds', name: 'Reds', depth: 0, pieces: 3, holder: null },
      { command: 'Reds/First Army', name: 'First Army', depth: 1, pieces: 2, holder: bert(false) },
      { command: 'Reds/Guards', name: 'Guards', depth: 0, pieces: 0, holder: gone },
    ]);
  });
});

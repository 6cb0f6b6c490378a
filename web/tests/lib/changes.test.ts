import { describe, expect, it } from 'vitest';
import { applyChange, backoff, caughtUp, MOST_EVENTS } from '../../src/lib/changes';
import { change, piece, view } from '../views';

describe('a change', () => {
  it('moves, adds and takes away pieces, and leaves the view before as it was', () => {
    const before = view();
    const after = applyChange(before, change({ pieces: { a: piece('0201'), b: null, c: piece('0303') } }));
    expect(Object.keys(after?.pieces ?? {})).toEqual(['a', 'c']);
    expect(after?.pieces['a']?.at).toBe('0201');
    expect(before.pieces['a']?.at).toBe('0101');
    expect(before.pieces['b']).toBeDefined();
  });
  it('keeps what it does not mention', () => {
    const before = view();
    const after = applyChange(before, change());
    expect(after?.pieces).toBe(before.pieces);
    expect(after?.report).toBe(before.report);
    expect(after?.waiting).toEqual(['south']);
    expect(after?.undo.possible).toBe(false);
  });
  it('says what there is to send by mail', () => {
    const mail = { side: 'north', step: 3, known: 1, orders: 2, waits: true };
    expect(applyChange(view(), change({ step: 4, mail }))?.mail).toEqual(mail);
    expect(applyChange(view({ mail }), change())?.mail).toBeNull();
  });
  it('asks for the whole view if it does not follow on ours', () => {
    expect(applyChange(view(), change({ since: 3 }))).toBeNull();
    expect(applyChange(view(), change({ after: 8 }))).toBeNull();
  });
  it('puts new events behind the old ones, and forgets the oldest', () => {
    const event = (step: number) => ({ text: String(step), kind: '', rules: [], data: {}, step, rolls: [] });
    const many = Array.from({ length: MOST_EVENTS }, (_, step) => event(step));
    const after = applyChange(view({ events: many }), change({ events: [event(5)] }));
    expect(after?.events).toHaveLength(MOST_EVENTS);
    expect(after?.events.at(-1)?.text).toBe('5');
    expect(after?.events[0]?.text).toBe('1');
  });
  it('drops events and a proposal of steps that were taken back', () => {
    const rollback = { side: 'south', step: 2, rolls: [], agreed: [] };
    const before = view({
      events: [1, 3, 4].map((step) => ({ text: '', kind: '', rules: [], data: {}, step, rolls: [] })),
      rollback,
    });
    const after = applyChange(before, change({ step: 2 }));
    expect(after?.events.map((event) => event.step)).toEqual([1]);
    expect(after?.rollback).toBeNull();
  });
});

describe('what shows the game', () => {
  it('is taken once, whether the answer to an order or the socket brings it first', () => {
    const before = view();
    const message = change();
    const after = caughtUp(before, message);
    expect(after?.revision).toBe(message.revision);
    expect(caughtUp(after, message)).toBe(after);
    expect(caughtUp(after, { type: 'view', view: before })).toBe(after);
  });
  it('is a whole view, or follows on what we have', () => {
    expect(caughtUp(null, change())).toBeNull();
    expect(caughtUp(null, { type: 'view', view: view() })).toEqual(view({ base: view().revision }));
    const now = view();
    expect(caughtUp(now, change({ after: now.revision + 1, revision: now.revision + 2 }))).toBeNull();
    const again = view({ turn: 'again' });
    expect(caughtUp(now, { type: 'view', view: again })?.turn).toBe('again');
  });
});

describe('waiting before connecting again', () => {
  it('grows, has an end, and is never the same for two', () => {
    expect(backoff(0, () => 1)).toBe(400);
    expect(backoff(3, () => 1)).toBe(3200);
    expect(backoff(20, () => 1)).toBe(15_000);
    expect(backoff(3, () => 0)).toBeLessThan(backoff(3, () => 1));
  });
});

import { describe, expect, it } from 'vitest';
import { back, begin, focusOf, next, noticed, stressed } from '../../src/tour/tour';

const steps = [
  { title: 'Look', text: '' },
  { title: 'March', text: '', until: 'played:go|undone', focus: 'hex:0101' },
];

describe('the guide', () => {
  it('waits where something has to be done, and goes on where not', () => {
    const first = begin(steps);
    expect(first.done).toBe(true);
    const second = next(first);
    expect(second?.done).toBe(false);
    expect(next(second!)).toBeNull();
  });
  it('notices what it waits for, and nothing else', () => {
    const waiting = next(begin(steps))!;
    expect(noticed(waiting, 'why-asked').done).toBe(false);
    expect(noticed(waiting, 'played', 'pick').done).toBe(false);
    expect(noticed(waiting, 'played', 'pick go').done).toBe(true);
    expect(noticed(waiting, 'undone').done).toBe(true);
  });
  it('goes back to what has been done', () => {
    expect(back(next(begin(steps))!)).toMatchObject({ at: 0, done: true });
  });
  it('stresses what stands between asterisks', () => {
    expect(stressed('Press *Attack*, then wait.')).toEqual(['Press ', 'Attack', ', then wait.']);
    expect(stressed('Nothing')).toEqual(['Nothing']);
  });
  it('knows what a step speaks of', () => {
    expect(focusOf(steps[1])).toEqual({ kind: 'hex', name: '0101' });
    expect(focusOf({ title: '', text: '', focus: 'nonsense' })).toBeNull();
  });
});

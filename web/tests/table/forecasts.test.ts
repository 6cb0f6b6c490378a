import { describe, expect, it } from 'vitest';
import type { Forecast, GameEvent, Prospect } from '../../src/lib/types';
import { stepsOf } from '../../src/table/fightsteps';
import { barsOf, isChance, meansOf, meanValues, shownMean } from '../../src/table/forecasts';
import { placeBelow, placeBeside } from '../../src/table/popover';

const endings = [
  { text: 'nothing', probability: 0.5, values: { own: 0, theirs: 2, retreat: 0 } },
  { text: 'they go', probability: 0.3, values: { own: 1, theirs: 4, retreat: 1 } },
  { text: 'we lose', probability: 0.15, values: { own: 3, theirs: 0, retreat: 0 } },
  { text: 'both lose', probability: 0.05, values: { own: 3, theirs: 3, retreat: 0 } },
];
const prospect: Prospect = { name: '', endings, means: {}, notes: [], ledgers: [] };
const forecast: Forecast = {
  subject: '',
  prospects: [prospect],
  measures: ['theirs', 'own'],
  cost: [],
  rules: [],
};

describe('the fan', () => {
  it('shows the likeliest first and puts the rest together, losing nothing', () => {
    const bars = barsOf([...endings].reverse(), 3);
    expect(bars.map((bar) => bar.text)).toEqual(['nothing', 'they go', '']);
    expect(bars[2]).toMatchObject({ merged: 2 });
    expect(bars.reduce((sum, bar) => sum + bar.probability, 0)).toBeCloseTo(1);
    expect(barsOf(endings, 4).every((bar) => bar.merged === 0)).toBe(true);
  });

  it('reckons means in the order of the measures', () => {
    expect(meanValues(endings).own).toBeCloseTo(0.3 + 0.45 + 0.15);
    expect(meansOf(forecast, prospect).map(([name]) => name)).toEqual(['theirs', 'own', 'retreat']);
    expect(meansOf(forecast, { ...prospect, means: { own: 7 } })).toEqual([['own', 7]]);
  });

  it('writes chances as shares and losses as figures', () => {
    expect(isChance(prospect, 'retreat')).toBe(true);
    expect(isChance(prospect, 'own')).toBe(false);
    const one = { ...prospect, endings: [{ text: '', probability: 1, values: { 'own losses': 1 } }] };
    expect(isChance(one, 'own losses')).toBe(false);
    expect(shownMean(prospect, 'retreat', 0.3)).toBe('30%');
    expect(shownMean(prospect, 'own', 0.9)).toBe('0.9');
  });
});

describe('steps of a fight', () => {
  const event = (data: Record<string, unknown>, ...values: number[]): GameEvent => ({
    text: 'something happened',
    kind: 'combat',
    rules: [],
    data,
    step: 1,
    rolls: values.map((value) => ({ value, faces: 6, purpose: 'a combat' })),
  });
  it('carry the dice that the event tells of, whatever its data are called', () => {
    const steps = stepsOf(
      [event({ white: 2, black: 5 }, 2, 5), event({ who: ['a', '0203'], points: 2 })],
      (word) => word === '0203',
      (word) => word === 'a',
    );
    expect(steps[0]?.rolls.map((each) => each.value)).toEqual([2, 5]);
    expect(steps[1]).toMatchObject({ rolls: [], piece: 'a', hex: '0203' });
  });
});

describe('boxes beside the map', () => {
  const screen = { width: 1000, height: 600 };
  const box = { width: 300, height: 200 };
  it('stand right of a hex, or left of it where there is no room', () => {
    expect(placeBeside({ x: 200, y: 300 }, 40, box, screen)).toEqual({ x: 240, y: 200 });
    expect(placeBeside({ x: 900, y: 300 }, 40, box, screen)).toEqual({ x: 560, y: 200 });
  });
  it('never leave the screen', () => {
    for (const x of [0, 500, 1000]) {
      for (const y of [0, 300, 600]) {
        for (const at of [placeBeside({ x, y }, 40, box, screen), placeBelow({ x, y }, box, screen)]) {
          expect(at.x).toBeGreaterThanOrEqual(8);
          expect(at.y).toBeGreaterThanOrEqual(8);
          expect(at.x + box.width).toBeLessThanOrEqual(992);
          expect(at.y + box.height).toBeLessThanOrEqual(592);
        }
      }
    }
  });
});

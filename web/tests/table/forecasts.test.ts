import { describe, expect, it } from 'vitest';
import type { Forecast, GameEvent, Prospect } from '../../src/lib/types';
import { isFight, stepsOf } from '../../src/table/fightsteps';
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
  const event = (kind: string, data: Record<string, unknown> = {}): GameEvent => ({
    text: kind,
    kind,
    rules: [],
    data,
    step: 1,
  });
  it('carry the dice and whom they are about', () => {
    const [roll, loss] = stepsOf([event('combat', { die: 4 }), event('loss', { unit: 'a', points: 2 })]);
    expect(roll?.rolls.map((each) => each.value)).toEqual([4]);
    expect(loss?.units).toEqual(['a']);
    expect(stepsOf([event('siege', { dice: [2, 5], faces: 10 })])[0]?.rolls[1]).toMatchObject({
      value: 5,
      faces: 10,
    });
  });
  it('are no fight where nobody fought', () => {
    expect(isFight([event('rail'), event('arrival')])).toBe(false);
    expect(isFight([event('rail'), event('combat')])).toBe(true);
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

import { describe, expect, it } from 'vitest';
import { frontPath, ground } from '../../src/table/front';
import { piece } from '../views';

// A row of eight hexes, each a square of ten beside the next.
const labels = ['1', '2', '3', '4', '5', '6', '7', '8'];
const neighbours = Object.fromEntries(
  labels.map((label, at) => [label, [labels[at - 1] ?? '', labels[at + 1] ?? '']]),
);
const square = (at: number): [number, number][] => [
  [at * 10, 0],
  [at * 10 + 10, 0],
  [at * 10 + 10, 10],
  [at * 10, 10],
];
const hexes = new Map(labels.map((label, at) => [label, { corners: square(at) }]));

describe('the front', () => {
  it('runs half way between the troops of both sides', () => {
    const held = ground([piece('2'), piece('5', { side: 'south' })], neighbours);
    expect(held.get('3')).toBe('north');
    expect(held.get('4')).toBe('south');
    expect(frontPath(held, hexes, neighbours)).toBe('M30.0 0.0L30.0 10.0');
  });
  it('is not drawn where nobody stands near', () => {
    const held = ground([piece('1')], neighbours);
    expect(held.has('4')).toBe(true);
    expect(held.has('5')).toBe(false);
    expect(frontPath(held, hexes, neighbours)).toBe('');
  });
});

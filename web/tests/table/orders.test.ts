import { describe, expect, it } from 'vitest';
import type { Choice } from '../../src/lib/types';
import { inHand, since, standing, withOrder, type Order } from '../../src/table/orders';

const unit = (key: string): Choice => ({ action: { do: 'pick', unit: key }, face: { text: key, unit: key } });
const hex = (label: string): Choice => ({
  action: { do: 'go', to: label },
  face: { text: label, hex: label },
});
const button: Choice = { action: { do: 'pass' }, face: { text: 'pass' } };
const order = (from: number, kind: string, ...choices: Choice[]): Order => ({
  from,
  to: from + choices.length,
  kind,
  choices,
});

describe('what is in hand', () => {
  it('is what was picked, and what was added to it', () => {
    const orders = [order(3, 'move', unit('a')), order(4, 'go', unit('b'), unit('c'))];
    expect(inHand(orders, 'go', 6)).toEqual(['a', 'b', 'c']);
  });

  it('stays in hand while the march goes on', () => {
    const orders = [order(3, 'move', unit('a')), order(4, 'go', hex('0102'))];
    expect(inHand(orders, 'go', 5)).toEqual(['a']);
    expect(inHand(orders, 'move', 5)).toEqual([]);
  });

  it('is nothing after a button, or if somebody else has moved since', () => {
    const orders = [order(3, 'move', unit('a')), order(4, 'go', button)];
    expect(inHand(orders, 'move', 5)).toEqual([]);
    expect(inHand([order(3, 'move', unit('a'))], 'go', 9)).toEqual([]);
  });

  it('is not a piece that was simply chosen, one after the other', () => {
    const orders = [order(0, 'ready', unit('a')), order(1, 'ready', unit('b'))];
    expect(inHand(orders, 'ready', 2)).toEqual([]);
  });
});

describe('orders given', () => {
  it('no longer stand when the game goes back', () => {
    const orders = [order(1, 'a', unit('x')), order(2, 'a', unit('y'), unit('z'))];
    expect(standing(orders, 2)).toHaveLength(1);
    expect(standing(orders, 4)).toHaveLength(2);
    expect(since(orders, 2).map((each) => each.from)).toEqual([2]);
  });

  it('give way to a new order from an earlier step', () => {
    const orders = withOrder([order(1, 'a', unit('x')), order(2, 'a', unit('y'))], order(2, 'a', unit('z')));
    expect(orders.map((each) => each.choices[0]!.face.unit)).toEqual(['x', 'z']);
  });
});

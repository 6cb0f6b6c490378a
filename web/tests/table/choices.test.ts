import { describe, expect, it } from 'vitest';
import type { Choice, Decision, Piece } from '../../src/lib/types';
import {
  byVerb,
  fellows,
  filtered,
  litHexes,
  litPieces,
  nextOf,
  pieceVerbs,
  recommended,
  substituted,
  targetsOf,
  trayPieces,
} from '../../src/table/choices';

function choice(word: string, fields: Record<string, unknown>, face: Partial<Choice['face']>): Choice {
  return { action: { do: word, ...fields }, face: { text: word, verb: word, ...face } };
}
function decision(choices: Choice[], best: number | null = null): Decision {
  return {
    side: 'red',
    kind: 'test',
    prompt: '?',
    rule: '1-1',
    summary: '',
    about: { matter: 'test' },
    choices,
    default: best,
  };
}
const piece = (at: string): Piece => ({ at, order: 0 }) as Piece;

const march = decision(
  [
    choice('go', { to: '0101' }, { hex: '0101', cost: '2' }),
    choice('go', { to: '0102' }, { hex: '0102', effects: ['enters an enemy zone'] }),
    choice('attack', { at: '0102' }, { hex: '0102' }),
    choice('add', { unit: 'b' }, { unit: 'b' }),
    choice('add', { unit: 'c' }, { unit: 'c' }),
    choice('pass', {}, {}),
  ],
  5,
);
const placing = decision([
  choice('place', { unit: 'x', at: '0101' }, { unit: 'x', hex: '0101' }),
  choice('place', { unit: 'x', at: '0103' }, { unit: 'x', hex: '0103' }),
  choice('place', { unit: 'y', at: '0101' }, { unit: 'y', hex: '0101' }),
]);

describe('choices beside the map', () => {
  const hand = decision([
    choice('draw', { card: '1' }, { item: 'card:1' }),
    choice('draw', { card: '8-west' }, { item: 'card:8' }),
    choice('draw', { card: '8-east' }, { item: 'card:8' }),
    choice('pass', {}, {}),
  ]);

  it('are clicked on the items of the display that the question names', () => {
    const shown = targetsOf({ ...hand, about: { matter: 'hand', display: 'cards' } });
    expect([...shown.items].map(([key, options]) => [key, options.length])).toEqual([
      ['card:1', 1],
      ['card:8', 2],
    ]);
    expect(shown.buttons.map((option) => option.index)).toEqual([3]);
  });

  it('are buttons where there is no display', () => {
    expect(targetsOf(hand).buttons).toHaveLength(4);
  });

  it('are only listed where another choice of the hex does better', () => {
    const both = decision([
      choice('go', { to: '0101' }, { hex: '0101' }),
      choice('force', { to: '0101' }, { hex: '0101', aside: true }),
    ]);
    const shown = targetsOf(both);
    expect(shown.hexes.get('0101')).toHaveLength(1);
    expect(shown.all).toHaveLength(2);
  });
});

describe('targets', () => {
  it('sorts choices by what is clicked', () => {
    const targets = targetsOf(march);
    expect([...targets.hexes.keys()]).toEqual(['0101', '0102']);
    expect(targets.hexes.get('0102')).toHaveLength(2);
    expect([...targets.pieces.keys()]).toEqual(['b', 'c']);
    expect(targets.buttons.map((option) => option.index)).toEqual([5]);
    expect(recommended(targets)?.choice.action.do).toBe('pass');
  });

  it('has none without a decision, and none where another side decides', () => {
    expect(targetsOf(null).all).toHaveLength(0);
    expect(targetsOf({ ...march, choices: undefined }).all).toHaveLength(0);
  });

  it('lights hexes of a pair only when the piece is held', () => {
    const targets = targetsOf(placing);
    expect([...litPieces(targets)]).toEqual(['x', 'y']);
    expect([...litHexes(targets, null).keys()]).toEqual([]);
    expect([...litHexes(targets, 'x').keys()]).toEqual(['0101', '0103']);
    expect([...litHexes(targets, 'y').keys()]).toEqual(['0101']);
  });

  it('lights hexes that pieces attack while nothing is held, with everybody who can', () => {
    const attacks = targetsOf(
      decision([
        choice('aim', { unit: 'x', at: '0101' }, { unit: 'x', hex: '0101', chance: true }),
        choice('aim', { unit: 'y', at: '0101' }, { unit: 'y', hex: '0101', chance: true }),
        choice('aim', { unit: 'y', at: '0102' }, { unit: 'y', hex: '0102', chance: true }),
      ]),
    );
    const lit = litHexes(attacks, null);
    expect([...lit].map(([hex, options]) => [hex, options.length])).toEqual([
      ['0101', 2],
      ['0102', 1],
    ]);
    expect([...litHexes(attacks, 'x').keys()]).toEqual(['0101']);
  });

  it('joins the hexes of a held piece with those that need none', () => {
    const both = targetsOf(decision([...placing.choices!, ...march.choices!]));
    const lit = litHexes(both, 'x');
    expect(lit.get('0101')?.map((option) => option.choice.action.do)).toEqual(['place', 'go']);
    expect(lit.has('0103')).toBe(true);
  });
});

describe('whole stacks', () => {
  it('finds further pieces of the same hex and verb, each once', () => {
    const twice = decision([...march.choices!, choice('add', { unit: 'b', how: 'again' }, { unit: 'b' })]);
    const pieces = { b: piece('0505'), c: piece('0505'), d: piece('0506') };
    const [group] = fellows(targetsOf(twice), pieces, '0505');
    expect(group?.map((option) => option.choice.face.unit)).toEqual(['b', 'c']);
    expect(fellows(targetsOf(twice), pieces, '0506')).toEqual([]);
  });

  it('groups pieces by verb', () => {
    expect([...pieceVerbs(targetsOf(march)).keys()]).toEqual(['add']);
  });
});

describe('what is not on the list', () => {
  it('leaves actions alone in which the hex does not stand', () => {
    expect(substituted({ do: 'go', to: '0101' }, '0202', '0909')).toBeNull();
  });
});

describe('lists', () => {
  it('filters by words of text, verb, hex and effects', () => {
    const all = targetsOf(march).all;
    expect(filtered(all, 'ENEMY zone').map((option) => option.index)).toEqual([1]);
    expect(filtered(all, '0102')).toHaveLength(2);
    expect(filtered(all, '')).toHaveLength(6);
  });

  it('keeps the order of verbs', () => {
    expect(byVerb(targetsOf(march).all).map(([verb, options]) => [verb, options.length])).toEqual([
      ['go', 2],
      ['attack', 1],
      ['add', 2],
      ['pass', 1],
    ]);
  });

  it('goes around the end', () => {
    expect(nextOf(['a', 'b', 'c'], 'c')).toBe('a');
    expect(nextOf(['a', 'b', 'c'], 'a', true)).toBe('c');
    expect(nextOf(['a', 'b', 'c'], 'gone')).toBe('a');
    expect(nextOf([], null)).toBeNull();
  });

  it('puts pieces off the map in the tray', () => {
    const pieces: Record<string, Piece> = { x: piece('0101') };
    expect(trayPieces(targetsOf(placing), (key) => key in pieces)).toEqual(['y']);
  });
});

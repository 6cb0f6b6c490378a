import { describe, expect, it } from 'vitest';
import { hits } from '../../src/table/places';
import { piece } from '../views';

const hexes = [
  { label: '0510', name: '0510 Amiens' },
  { label: '2107', name: '2107 Liège' },
  { label: '2108', name: '' },
];
const pieces = {
  a: piece('2107', { name: 'German 17th Division' }),
  gone: piece('', { name: 'German 18th Division' }),
};
const onMap = (at: string): boolean => at !== '';

describe('finding', () => {
  it('knows places with and without accents, and by number', () => {
    expect(hits('amiens', hexes, pieces, onMap)).toEqual([{ text: '0510 Amiens', hex: '0510' }]);
    expect(hits('liege', hexes, pieces, onMap)[0]?.hex).toBe('2107');
    expect(hits('2108', hexes, pieces, onMap)).toEqual([{ text: '2108', hex: '2108' }]);
  });
  it('knows pieces on the map, and no others', () => {
    expect(hits('german', hexes, pieces, onMap)).toEqual([
      { text: 'German 17th Division · 2107', piece: 'a' },
    ]);
    expect(hits('17th', hexes, pieces, onMap)[0]?.piece).toBe('a');
    expect(hits('', hexes, pieces, onMap)).toEqual([]);
  });
});

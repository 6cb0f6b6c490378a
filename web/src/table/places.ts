/** Finding a place or a piece by its name: what begins so first, then what contains it. Pure. */

import type { BoardHex, Piece } from '../lib/types';
import { folded } from '../rules/search';

export interface Hit {
  text: string;
  hex?: string;
  piece?: string;
}

const MOST = 12;

export function hits(
  wanted: string,
  hexes: Iterable<Pick<BoardHex, 'label' | 'name'>>,
  pieces: Readonly<Record<string, Piece>>,
  isOnMap: (at: string) => boolean,
): Hit[] {
  const word = folded(wanted.trim());
  if (!word) return [];
  const first: Hit[] = [];
  const rest: Hit[] = [];
  const consider = (names: string[], hit: Hit): void => {
    const all = names.map(folded);
    if (all.some((name) => name.startsWith(word))) first.push(hit);
    else if (all.some((name) => name.includes(word))) rest.push(hit);
  };
  for (const { label, name } of hexes) {
    const text = name && name !== label ? `${label} ${name.replace(label, '').trim()}` : label;
    consider(
      [
        label,
        ...name
          .replace(label, '')
          .trim()
          .split(/[\s,]+/),
      ],
      { text, hex: label },
    );
  }
  for (const [key, piece] of Object.entries(pieces)) {
    if (!piece.name || !isOnMap(piece.at)) continue;
    consider([piece.name, ...piece.name.split(' ')], { text: `${piece.name} · ${piece.at}`, piece: key });
  }
  return [...first, ...rest].slice(0, MOST);
}

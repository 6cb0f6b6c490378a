/** The order of battle as a tree: what a filter leaves of it, and how many pieces are under a branch. */

import type { Muster, Piece } from '$lib/types';
import { folded } from '../rules/search';

export interface Branch {
  name: string;
  side: string;
  units: { key: string; piece: Piece | undefined }[];
  under: Branch[];
  /** All pieces of the branch and under it. */
  keys: string[];
}

export function branch(muster: Muster, pieces: Record<string, Piece>, wanted = ''): Branch | null {
  const all = grown(muster, pieces, muster.side ?? '');
  return wanted.trim() ? filtered(all, folded(wanted.trim())) : all;
}

function grown(muster: Muster, pieces: Record<string, Piece>, side: string): Branch {
  const under = (muster.under ?? []).map((each) => grown(each, pieces, each.side ?? side));
  const units = (muster.units ?? []).map((key) => ({ key, piece: pieces[key] }));
  const keys = [...units.map((unit) => unit.key), ...under.flatMap((each) => each.keys)];
  return { name: muster.name, side: muster.side ?? side, units, under, keys };
}

function filtered(whole: Branch, wanted: string): Branch | null {
  if (folded(whole.name).includes(wanted)) return whole;
  const under = whole.under.map((each) => filtered(each, wanted)).filter((each) => each !== null);
  const units = whole.units.filter(({ key, piece }) =>
    folded(`${key} ${piece?.name ?? ''} ${piece?.designation ?? ''} ${piece?.at ?? ''}`).includes(wanted),
  );
  if (!under.length && !units.length) return null;
  const keys = [...units.map((unit) => unit.key), ...under.flatMap((each) => each.keys)];
  return { ...whole, units, under, keys };
}

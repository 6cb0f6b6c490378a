/** Orders for whole groups: what a tool is filled with, and what comes of it. */

import type { Action, Lot, Tool } from '../lib/types';

/** How many of each lot are meant, by the lot's place in the tray. */
export type Chosen = ReadonlyMap<string, number>;

/** Lots of one key may lie in several boxes. */
export function lotId(lot: Lot): string {
  return `${lot.box ?? ''}/${lot.key}`;
}

/** The pieces that are meant, in the order of the tray. */
export function piecesOf(lots: readonly Lot[], chosen: Chosen): string[] {
  return lots.flatMap((lot) => lot.pieces.slice(0, chosen.get(lotId(lot)) ?? 0));
}

/** How many hexes a tool takes: so many one after the other, or any number. */
export function hexesTaken(tool: Tool): number {
  if (tool.slots?.some((slot) => slot.takes === 'hexes')) return Infinity;
  return tool.slots?.filter((slot) => slot.takes === 'hex').length ?? 0;
}

export function takesPieces(tool: Tool): boolean {
  return tool.slots?.some((slot) => slot.takes === 'pieces') ?? false;
}

/** The order that a filled tool gives; nothing as long as something is missing. */
export function composed(
  tool: Tool,
  pieces: readonly string[],
  hexes: readonly string[],
  numbers: Readonly<Record<string, number>>,
): Action | null {
  const action: Action = { do: tool.order };
  let next = 0;
  for (const slot of tool.slots ?? []) {
    const value = {
      pieces: () => (pieces.length ? [...pieces] : undefined),
      hexes: () => (hexes.length ? [...hexes] : undefined),
      hex: () => hexes[next++],
      number: () => numbers[slot.field] ?? slot.usual,
    }[slot.takes]();
    if (value === undefined) return null;
    action[slot.field] = value;
  }
  return action;
}

/** Lots under the headings of their groups, those in a box of their own behind them. */
export function grouped(lots: readonly Lot[]): [string, Lot[]][] {
  const groups = new Map<string, Lot[]>();
  for (const lot of lots) {
    const heading = lot.box || lot.group || '';
    groups.set(heading, [...(groups.get(heading) ?? []), lot]);
  }
  return [...groups];
}

/** The chosen lots once the tray has changed: what is gone is no longer meant. */
export function still(lots: readonly Lot[], chosen: Chosen): Chosen {
  const sizes = new Map(lots.map((lot) => [lotId(lot), lot.pieces.length]));
  const kept = [...chosen].flatMap(([id, count]): [string, number][] => {
    const most = sizes.get(id) ?? 0;
    return most ? [[id, Math.min(count, most)]] : [];
  });
  return new Map(kept);
}

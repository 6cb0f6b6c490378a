/** What can be clicked: the choices of a decision, sorted by their targets. */

import type { Action, Choice, Decision, Piece } from '../lib/types';

/** A choice with its place in the decision's list. */
export interface Option {
  index: number;
  choice: Choice;
  recommended: boolean;
}

/** The choices of a decision by what one clicks to make them. */
export interface Targets {
  all: Option[];
  /** One click on a piece. */
  pieces: Map<string, Option[]>;
  /** One click on a hex. */
  hexes: Map<string, Option[]>;
  /** First a piece, then a hex. */
  pairs: Map<string, Map<string, Option[]>>;
  /** One click on something beside the map. */
  items: Map<string, Option[]>;
  /** Nothing to click on. */
  buttons: Option[];
}

export const NO_TARGETS: Targets = {
  all: [],
  pieces: new Map(),
  hexes: new Map(),
  pairs: new Map(),
  items: new Map(),
  buttons: [],
};

export function targetsOf(decision: Decision | null): Targets {
  if (!decision?.choices?.length) return NO_TARGETS;
  const targets: Targets = {
    all: [],
    pieces: new Map(),
    hexes: new Map(),
    pairs: new Map(),
    items: new Map(),
    buttons: [],
  };
  decision.choices.forEach((choice, index) => {
    const option = { index, choice, recommended: index === decision.default };
    const { unit, hex, item, aside } = choice.face;
    targets.all.push(option);
    if (aside) return; // it is found in the list
    if (item && decision.about.display) put(targets.items, item, option);
    else if (unit && hex) {
      const hexes = targets.pairs.get(unit) ?? new Map<string, Option[]>();
      targets.pairs.set(unit, hexes);
      put(hexes, hex, option);
    } else if (unit) put(targets.pieces, unit, option);
    else if (hex) put(targets.hexes, hex, option);
    else targets.buttons.push(option);
  });
  return targets;
}

function put(table: Map<string, Option[]>, key: string, option: Option): void {
  const list = table.get(key);
  if (list) list.push(option);
  else table.set(key, [option]);
}

export function recommended(targets: Targets): Option | null {
  return targets.all.find((option) => option.recommended) ?? null;
}

/** The pieces that can be clicked now. */
export function litPieces(targets: Targets): Set<string> {
  return new Set([...targets.pieces.keys(), ...targets.pairs.keys()]);
}

/** The hexes that can be clicked now, with what a click means, once a piece is held or none is. */
export function litHexes(targets: Targets, held: string | null): Map<string, Option[]> {
  const own = (held ? targets.pairs.get(held) : undefined) ?? attacked(targets, held);
  if (!own.size) return targets.hexes;
  if (!targets.hexes.size) return own;
  const both = new Map(targets.hexes);
  for (const [hex, options] of own) {
    // With nothing in hand, what is asked of the hex itself comes before who might do something there.
    if (held !== null || !both.has(hex)) both.set(hex, [...options, ...(both.get(hex) ?? [])]);
  }
  return both;
}

/** With nothing in hand, hexes that pieces can attack: a click asks who does, or means the only one who can. */
function attacked(targets: Targets, held: string | null): Map<string, Option[]> {
  const found = new Map<string, Option[]>();
  if (held !== null) return found;
  for (const hexes of targets.pairs.values())
    for (const [hex, options] of hexes)
      for (const option of options) if (option.choice.face.chance) put(found, hex, option);
  return found;
}

/** What a click on a piece means: choices made at once, and whether it can be held for a second click. */
export function clickedPiece(targets: Targets, key: string): { options: Option[]; holds: boolean } {
  return { options: targets.pieces.get(key) ?? [], holds: targets.pairs.has(key) };
}

/** Where choices with unit and hex have but one hex for a piece, and it stands there, one click is enough. */
export function onlyHere(targets: Targets, key: string, at: string): Option[] {
  const hexes = targets.pairs.get(key);
  return hexes?.size === 1 && hexes.has(at) ? hexes.get(at)! : [];
}

/** Choices of the same verb for further pieces that stand where a piece stands. */
export function fellows(targets: Targets, pieces: Record<string, Piece>, at: string): Option[][] {
  const byVerb = new Map<string, Option[]>();
  for (const [key, options] of targets.pieces) {
    if (pieces[key]?.at !== at) continue;
    for (const option of options) put(byVerb, verbOf(option), option);
  }
  return [...byVerb.values()].map(oneForEachPiece);
}

function oneForEachPiece(options: Option[]): Option[] {
  const seen = new Set<string>();
  return options.filter((option) => {
    const unit = option.choice.face.unit!;
    const fresh = !seen.has(unit);
    seen.add(unit);
    return fresh;
  });
}

/** Verbs whose choices are pieces, so that all of a kind may be taken in one order. */
export function pieceVerbs(targets: Targets): Map<string, Option[]> {
  const byVerb = new Map<string, Option[]>();
  for (const options of targets.pieces.values()) {
    for (const option of options) put(byVerb, verbOf(option), option);
  }
  for (const [verb, options] of byVerb) byVerb.set(verb, oneForEachPiece(options));
  return byVerb;
}

export function verbOf(option: Option): string {
  return option.choice.face.verb || option.choice.action.do;
}

/** Pieces to be placed that do not stand on the map. */
export function trayPieces(targets: Targets, isOnMap: (key: string) => boolean): string[] {
  return [...litPieces(targets)].filter((key) => !isOnMap(key));
}

/** An action with one word put in the place of another; nothing if the word does not occur in it. */
export function substituted(action: Action, from: string, to: string): Action | null {
  let changed = false;
  const turned: Action = { ...action };
  for (const [field, value] of Object.entries(action)) {
    if (field !== 'do' && value === from) {
      turned[field] = to;
      changed = true;
    }
  }
  return changed ? turned : null;
}

/** The choices whose words contain all words of a filter. */
export function filtered(options: readonly Option[], filter: string): Option[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter((option) => {
    const { face } = option.choice;
    const text = [face.text, face.verb, face.hex, ...(face.effects ?? [])].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Choices under the headings of their verbs, in the order in which the verbs first occur. */
export function byVerb(options: readonly Option[]): [string, Option[]][] {
  const groups = new Map<string, Option[]>();
  for (const option of options) put(groups, verbOf(option), option);
  return [...groups];
}

/** A line that calls a choice completely, for lists, menus and screen readers. */
export function spoken(option: Option): string {
  const { face } = option.choice;
  const parts = [face.text];
  if (face.cost) parts.push(face.cost);
  return [...parts, ...(face.effects ?? [])].join(', ');
}

/** The next of a list after one of its members, around its end. */
export function nextOf<Item>(items: readonly Item[], current: Item | null, back = false): Item | null {
  if (!items.length) return null;
  const at = current === null ? -1 : items.indexOf(current);
  if (at < 0) return back ? items[items.length - 1]! : items[0]!;
  return items[(at + (back ? -1 : 1) + items.length) % items.length]!;
}

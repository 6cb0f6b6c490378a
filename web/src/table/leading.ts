/** Leading a group by a way of one's own: waypoints set one by one, or hexes drawn in one stroke. */

import type { Action, Choice, Decision } from '../lib/types';
import { substituted, type Option } from './choices';

/** A waypoint: what leads there, by which hexes and for what, and what can be chosen then. */
export interface Waypoint {
  actions: Action[];
  path: string[];
  cost: string;
  decision: Decision;
}

/** Of the choices of a hex, the one that goes there by a way. */
export function marchOf(options: readonly Option[] | undefined): Option | undefined {
  return options?.find(({ choice: { face } }) => !face.unit && (face.path?.length ?? 0) > 1);
}

/**
 * The waypoint that a choice leads to. What can be chosen there is to go on in the same way or to stop, each
 * with the way and the cost from the beginning.
 */
export function waypointAt(before: Waypoint | undefined, option: Option, then: Decision): Waypoint {
  const { action, face } = option.choice;
  const path = face.path ?? [];
  const cost = face.cost ?? '';
  const choices = (then.choices ?? [])
    .filter((each) => each.action.do === action.do || each.action.do === 'pass')
    .map((each) => ({ ...each, face: fromTheStart(each.face, path, cost) }));
  const stop = choices.findIndex((each) => each.action.do === 'pass');
  return {
    actions: [...(before?.actions ?? []), action],
    path,
    cost,
    decision: { ...then, choices, default: stop < 0 ? null : stop },
  };
}

function fromTheStart(face: Choice['face'], path: readonly string[], cost: string): Choice['face'] {
  if (!face.path?.length) return face;
  return { ...face, path: [...path, ...face.path.slice(1)], cost: addedCost(cost, face.cost ?? '') };
}

/** The sum of two costs as rulebooks print them: `2` and `1 1/2` are `3 1/2`. */
export function addedCost(first: string, second: string): string {
  const [a, b] = [fractionOf(first), fractionOf(second)];
  if (!a || !b) return [first, second].filter(Boolean).join(' + ');
  const over = a[0] * b[1] + b[0] * a[1];
  const under = a[1] * b[1];
  const whole = Math.floor(over / under);
  const rest = over - whole * under;
  if (!rest) return String(whole);
  const shared = divisor(rest, under);
  const part = `${rest / shared}/${under / shared}`;
  return whole ? `${whole} ${part}` : part;
}

function fractionOf(text: string): [number, number] | null {
  const found = /^(?:(\d+)(?: |$))?(?:(\d+)\/(\d+))?$/.exec(text.trim());
  if (!found || !text.trim()) return null;
  const [whole, over, under] = [Number(found[1] ?? 0), Number(found[2] ?? 0), Number(found[3] ?? 1)];
  return [whole * under + over, under];
}

function divisor(a: number, b: number): number {
  return b ? divisor(b, a % b) : a;
}

/** A stroke over the map, gone on to a hex: hex after hex, and back along itself. */
export function strokeTo(
  stroke: readonly string[],
  label: string,
  beside: (here: string, there: string) => boolean,
): string[] {
  const before = stroke.indexOf(label);
  if (before >= 0) return stroke.slice(0, before + 1);
  return beside(stroke.at(-1)!, label) ? [...stroke, label] : [...stroke];
}

/** The choices that go from hex to hex, made after a choice that goes to one of them or elsewhere. */
export function choicesAlong(march: Option, labels: readonly string[]): Choice[] {
  const { action, face } = march.choice;
  return labels.flatMap((hex) => {
    const turned = hex === face.hex ? action : substituted(action, face.hex ?? '', hex);
    return turned ? [{ action: turned, face: { text: face.text, hex } }] : [];
  });
}

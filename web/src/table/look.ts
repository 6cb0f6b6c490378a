/** Colours and forms for the words of a title, as its style gives them; plain ones for unknown words. */

import type { Style } from '../lib/types';

export interface NationLook {
  colour: string;
  text: string;
  box: string;
  edge: string;
  label: string;
}
export interface StateLook {
  stripe: string;
  badge: string;
  dim: boolean;
  wheels: boolean;
  label: string;
}
export interface MarkerLook {
  form: string;
  colour: string;
  ink: string;
  label: string;
}

export const INK = '#26231f';
const SPARE = ['#a7a58d', '#b59a84', '#93a3ad', '#a9a0b5', '#9caf95', '#bcaa74'];
const FORMS = ['trench', 'construction', 'railhead', 'devastation', 'fortress', 'control', 'supply'];
const NO_STATE: StateLook = { stripe: '', badge: '', dim: false, wheels: false, label: '' };

export function nationLook(style: Style | null, key: string): NationLook {
  const known = style?.nations[key];
  const sum = [...key].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return {
    colour: known?.colour ?? SPARE[sum % SPARE.length]!,
    text: word(known?.text, INK),
    box: word(known?.box, '#f4efe0'),
    edge: word(known?.edge, '#1f1c18'),
    label: known?.label || key,
  };
}

export function stateLook(style: Style | null, name: string): StateLook {
  const known = style?.states[name];
  if (!known) {
    if (name === 'reduced') return { ...NO_STATE, stripe: '#f6f1e2', label: name };
    if (name === 'entrained') return { ...NO_STATE, wheels: true, label: name };
    if (name === 'moved') return { ...NO_STATE, dim: true, label: name };
    return { ...NO_STATE, badge: name.slice(0, 1).toUpperCase(), label: name };
  }
  return {
    stripe: word(known.stripe, ''),
    badge: word(known.badge, ''),
    dim: known.dim === true,
    wheels: known.wheels === true,
    label: known.label || name,
  };
}

export function markerLook(style: Style | null, kind: string): MarkerLook {
  const known = style?.markers[kind];
  return {
    form: word(known?.form, known ? 'disc' : FORMS.includes(kind) ? kind : 'disc'),
    colour: known?.colour ?? '#f7f2e4',
    ink: word(known?.ink, INK),
    label: known?.label || kind,
  };
}

/** The id of the symbol drawn for a title's word. */
export function symbolId(style: Style | null, kind: string): string {
  const names = (style?.symbols ?? {}) as Record<string, string>;
  const name = names[kind] ?? kind;
  return `symbol-${(name || 'unit').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '-')}`;
}

/** A colour with a share of another in it; both are written #rrggbb. */
export function mixed(colour: string, other: string, share: number): string {
  const part = (text: string, at: number): number => parseInt(text.slice(at, at + 2), 16);
  const channel = (at: number): string => {
    const value = Math.round(part(colour, at) + (part(other, at) - part(colour, at)) * share);
    return value.toString(16).padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

function word(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value ? value : otherwise;
}

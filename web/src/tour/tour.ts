/** A guided turn, as pure steps: what is shown now, and what a happening at the table does to it. */

import type { TourStep } from '$lib/types';

export interface Guide {
  steps: TourStep[];
  at: number;
  /** What the step asked for has been done; one may go on. */
  done: boolean;
}

/** Which panel, hex or piece a step speaks of. */
export interface Focus {
  kind: 'hex' | 'piece' | 'panel';
  name: string;
}

export function begin(steps: TourStep[]): Guide {
  return { steps, at: 0, done: !steps[0]?.until };
}

/**
 * A step may wait for one of several things, and for one about something: "why-asked|undone", "played:go",
 * "played:2206".
 */
export function noticed(guide: Guide, what: string, about = ''): Guide {
  const until = guide.steps[guide.at]?.until;
  if (!until || guide.done) return guide;
  const met = until.split('|').some((wanted) => {
    const [kind, word = ''] = wanted.split(':');
    return kind === what && (!word || about.split(' ').includes(word));
  });
  return met ? { ...guide, done: true } : guide;
}

export function next(guide: Guide): Guide | null {
  const at = guide.at + 1;
  if (at >= guide.steps.length) return null;
  return { ...guide, at, done: !guide.steps[at]?.until };
}

export function back(guide: Guide): Guide {
  return guide.at === 0 ? guide : { ...guide, at: guide.at - 1, done: true };
}

export function focusOf(step: TourStep | undefined): Focus | null {
  const found = /^(hex|piece|panel):(.+)$/.exec(step?.focus ?? '');
  return found ? { kind: found[1] as Focus['kind'], name: found[2] ?? '' } : null;
}

/** A paragraph in parts, of which every second is stressed: what stands between asterisks. */
export function stressed(paragraph: string): string[] {
  return paragraph.split('*');
}

/** Reckoning with forecasts: what a fan of endings says in a few figures. */

import type { Ending, Forecast, Prospect } from '../lib/types';

export interface Bar {
  text: string;
  probability: number;
  values: Record<string, number>;
  /** So many rare endings are put together in this bar. */
  merged: number;
}

/** The endings, most likely first; those beyond `most` are put together in one bar. */
export function barsOf(endings: readonly Ending[], most: number): Bar[] {
  const sorted = [...endings].sort((a, b) => b.probability - a.probability);
  const shown = sorted.length > most ? sorted.slice(0, most - 1) : sorted;
  const rest = sorted.slice(shown.length);
  const bars: Bar[] = shown.map((each) => ({
    text: each.text,
    probability: each.probability,
    values: each.values ?? {},
    merged: 0,
  }));
  if (rest.length) {
    const probability = rest.reduce((sum, each) => sum + each.probability, 0);
    bars.push({ text: '', probability, values: meanValues(rest), merged: rest.length });
  }
  return bars;
}

/** The mean of each measure over endings, weighed by their probabilities. */
export function meanValues(endings: readonly Ending[]): Record<string, number> {
  const whole = endings.reduce((sum, each) => sum + each.probability, 0) || 1;
  const means: Record<string, number> = {};
  for (const each of endings) {
    for (const [name, value] of Object.entries(each.values ?? {})) {
      means[name] = (means[name] ?? 0) + (value * each.probability) / whole;
    }
  }
  return means;
}

/** The means of a prospect: those the title gives, else those of its endings, in the order of its measures. */
export function meansOf(forecast: Forecast, prospect: Prospect): [string, number][] {
  const own = prospect.means ?? {};
  const means = Object.keys(own).length ? own : meanValues(prospect.endings);
  const names = [...(forecast.measures ?? []), ...Object.keys(means)];
  return [...new Set(names)].flatMap((name) =>
    means[name] === undefined ? [] : [[name, means[name]] as [string, number]],
  );
}

/** Whether a measure is a chance: it happens or not in every ending, and is no count of losses. */
export function isChance(prospect: Prospect, name: string): boolean {
  if (/loss/i.test(name)) return false;
  const values = prospect.endings.map((each) => each.values?.[name]).filter((value) => value !== undefined);
  return values.length > 0 && values.every((value) => value === 0 || value === 1);
}

/** A mean as people read it. */
export function shownMean(prospect: Prospect, name: string, value: number): string {
  if (isChance(prospect, name)) return `${Math.round(value * 100)}%`;
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

/** Finding rules: by number, by words of their summary; in the book's order, by chapter. */

import type { RuleInfo } from '$lib/types';

export interface Chapter {
  name: string;
  rules: RuleInfo[];
}

/** Rules that match: the number itself, numbers that begin so, then summaries with all the words. */
export function searched(rules: RuleInfo[], wanted: string): RuleInfo[] {
  const words = folded(wanted).split(/\s+/).filter(Boolean);
  if (!words.length) return rules;
  const number = folded(wanted.trim());
  return rules.filter((rule) => {
    if (folded(rule.number).startsWith(number)) return true;
    const text = folded(`${rule.number} ${rule.chapter ?? ''} ${rule.summary} ${rule.note ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

/** Small letters without accents: "liege" finds "Liège". */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export function chapters(rules: RuleInfo[]): Chapter[] {
  const found = new Map<string, RuleInfo[]>();
  for (const rule of rules) {
    const name = [rule.document, rule.chapter].filter(Boolean).join(' · ');
    const list = found.get(name);
    if (list) list.push(rule);
    else found.set(name, [rule]);
  }
  return [...found].map(([name, list]) => ({ name, rules: list }));
}

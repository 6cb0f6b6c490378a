/** Goals of a puzzle in words. */

import type { Goal } from '$lib/positions';
import { t } from '$lib/text';

const PLAIN = (word: string): string => word;

export function goalText(
  { kind, what, value }: Goal,
  hex: (label: string) => string = PLAIN,
  unit: (name: string) => string = PLAIN,
): string {
  switch (kind) {
    case 'take':
      return t('goal.take', { what: hex(what) });
    case 'clear':
      return t('goal.clear', { what: hex(what) });
    case 'destroy':
      return t('goal.destroy', { what: unit(what) });
    case 'keep':
      return t('goal.keep', { what: unit(what) });
    case 'reach':
      return t('goal.reach', { what, value });
    default:
      return t('goal.limit', { what, value });
  }
}

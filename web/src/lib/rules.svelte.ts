/** The rule sheet: any rule link anywhere calls `openRule`, and the sheet slides in beside the page. */

import { api } from './api';
import type { RuleInfo } from './types';

class RuleSheet {
  title = $state('');
  open = $state<string | null>(null);
  #known = new Map<string, Promise<RuleInfo[]>>();

  /** The rules of a title, fetched once. */
  of(title: string): Promise<RuleInfo[]> {
    let rules = this.#known.get(title);
    if (!rules) {
      rules = api.rules(title);
      rules.catch(() => this.#known.delete(title));
      this.#known.set(title, rules);
    }
    return rules;
  }
}

export const ruleSheet = new RuleSheet();

/** Show a rule beside whatever is on the screen; the title is that of the game, unless told. */
export function openRule(number: string, title = ruleSheet.title): void {
  ruleSheet.title = title;
  ruleSheet.open = number;
}

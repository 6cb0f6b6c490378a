import { untrack } from 'svelte';

/** Which keys do what, for the help: whoever listens to keys says so here. */

export interface Shortcut {
  keys: string[];
  text: string;
}
export interface ShortcutGroup {
  name: string;
  shortcuts: Shortcut[];
}

class Shortcuts {
  groups = $state.raw<ShortcutGroup[]>([]);

  /** Add a group; the answer takes it away again. */
  add(group: ShortcutGroup): () => void {
    // An effect that adds a group must not depend on the groups there are.
    this.groups = [...untrack(() => this.groups), group];
    return () => (this.groups = this.groups.filter((each) => each !== group));
  }
}

export const shortcuts = new Shortcuts();

/** Whether a key is meant for a text field and not for the table. */
export function typing(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

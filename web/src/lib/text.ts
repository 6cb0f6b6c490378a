/** The words of the screen: `t('lobby.start')`, `t('game.turn', { turn: 3 })`. */

import { en } from './texts/en';

export type TextKey = keyof typeof en;
export type Texts = Record<TextKey, string>;

/** Languages by their code. A translation is a file like `texts/en.ts` with the same keys. */
export const languages: Record<string, { name: string; texts: Texts }> = {
  en: { name: 'English', texts: en },
};

let chosen: Texts = en;

export function speak(language: string): void {
  chosen = languages[language]?.texts ?? en;
}

export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  return chosen[key].replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

/** The words of the screen: `t('lobby.start')`, `t('game.turn', { turn: 3 })`. */

import { en } from './texts/en';

export type TextKey = keyof typeof en;
export type Texts = Record<TextKey, string>;

/** A translation: texts with the same keys, and what it calls places that the maps name otherwise. */
export interface Translation {
  texts: Texts;
  places: Record<string, string>;
}

/** Languages by their code. English is always at hand, the others are fetched when somebody speaks them. */
export const languages: Record<string, { name: string; load: () => Promise<Translation> }> = {
  en: { name: 'English', load: () => Promise.resolve({ texts: en, places: {} }) },
  de: { name: 'Deutsch', load: () => import('./texts/de') },
  fr: { name: 'Français', load: () => import('./texts/fr') },
};

let chosen: Translation = { texts: en, places: {} };

/** The language that somebody has chosen, or else the first of his browser's that we have. */
export function languageOf(wanted: string, browser: readonly string[]): string {
  if (wanted in languages) return wanted;
  return browser.map((each) => each.slice(0, 2).toLowerCase()).find((each) => each in languages) ?? 'en';
}

/** Speak a language from now on; what is on the screen already stays as it is. */
export async function speak(language: string): Promise<void> {
  chosen = await (languages[language] ?? languages.en!).load();
}

export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  return chosen.texts[key].replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

/** What a place on a map is called in the language spoken. */
export function placeName(name: string): string {
  return chosen.places[name] ?? name;
}

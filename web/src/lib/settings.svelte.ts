/** How this person likes the screen; kept in the browser. */

import { languageOf } from './text';

export type Theme = 'system' | 'light' | 'dark';
export type TextSize = 'small' | 'medium' | 'large';

interface Kept {
  theme: Theme;
  text: TextSize;
  motion: boolean;
  films: boolean;
  careful: boolean;
  sound: boolean;
  touches: boolean;
  language: string;
  toured: boolean;
  hidden: string[];
}

const PLACE = 'hexfront.settings';
const PLAIN: Kept = {
  theme: 'system',
  text: 'medium',
  motion: true,
  films: true,
  careful: true,
  sound: false,
  touches: false,
  language: '',
  toured: false,
  hidden: [],
};

function read(): Kept {
  try {
    return { ...PLAIN, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Kept>) };
  } catch {
    return { ...PLAIN };
  }
}

class Settings {
  #kept = $state<Kept>(read());

  get theme(): Theme {
    return this.#kept.theme;
  }
  set theme(theme: Theme) {
    this.#keep({ theme });
  }
  get text(): TextSize {
    return this.#kept.text;
  }
  set text(text: TextSize) {
    this.#keep({ text });
  }
  /** Whether things may move by themselves. */
  get motion(): boolean {
    return this.#kept.motion && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }
  set motion(motion: boolean) {
    this.#keep({ motion });
  }
  /** Whether what others did is shown as a film when their turn is over. */
  get films(): boolean {
    return this.#kept.films;
  }
  set films(films: boolean) {
    this.#keep({ films });
  }
  /** Whether Enter ends a phase only when pressed twice, while something could still be done. */
  get careful(): boolean {
    return this.#kept.careful;
  }
  set careful(careful: boolean) {
    this.#keep({ careful });
  }
  /** Whether the table can be heard, and felt on devices that can shake. */
  get sound(): boolean {
    return this.#kept.sound;
  }
  set sound(sound: boolean) {
    this.#keep({ sound });
  }
  get touches(): boolean {
    return this.#kept.touches;
  }
  set touches(touches: boolean) {
    this.#keep({ touches });
  }
  /** The code of a language, or nothing for that of the browser. */
  get language(): string {
    return this.#kept.language;
  }
  /** The language the screen is in. */
  get spoken(): string {
    return languageOf(this.language, navigator.languages);
  }
  set language(language: string) {
    this.#keep({ language });
  }
  get toured(): boolean {
    return this.#kept.toured;
  }
  set toured(toured: boolean) {
    this.#keep({ toured });
  }
  /** Games taken off the list in the lobby. */
  get hidden(): string[] {
    return this.#kept.hidden;
  }
  set hidden(hidden: string[]) {
    this.#keep({ hidden });
  }

  /** Write the choices where style sheets see them. */
  apply(): void {
    const root = document.documentElement;
    root.dataset.theme = this.theme;
    root.dataset.text = this.text;
    root.dataset.motion = this.motion ? 'on' : 'off';
    root.lang = this.spoken;
  }

  #keep(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

export const settings = new Settings();

import { afterAll, describe, expect, test } from 'vitest';
import { languageOf, languages, placeName, speak, t, type Texts } from '../../src/lib/text';
import { en } from '../../src/lib/texts/en';

const COUNTRIES =
  'Albania, Arabia, Austria hungary, Belgium, Brazil, Britain, Bulgaria, China, Denmark, France, Germany, Great britain, Greece, Italy, Japan, Luxembourg, Montenegro, Netherlands, Norway, Ottoman empire, Persia, Portugal, Romania, Russia, Serbia, Spain, Sweden, Switzerland, United states'.split(
    ', ',
  );
const marks = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([mark]) => mark).sort();
// Words that are the same in several languages, names, and what has no words at all.
const ALIKE = /^(\W|\{\w+\})*$|^[\w-]+$|^\{\w+\} \(\{\w+\}\)$|^Plan \{name\}$/;

afterAll(() => speak('en'));

describe.each(Object.keys(languages).filter((code) => code !== 'en'))('the language %s', (code) => {
  test('has every text, with the same places to fill in', async () => {
    const { texts } = await languages[code]!.load();
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en))
      expect([key, marks(texts[key as keyof Texts])]).toEqual([key, marks(text)]);
  });

  test('is translated', async () => {
    const { texts } = await languages[code]!.load();
    const left = Object.entries(en).filter(([key, text]) => texts[key as keyof Texts] === text);
    expect(left.filter(([, text]) => !ALIKE.test(text))).toEqual([]);
    expect(left.length).toBeLessThan(30);
  });

  test('has a name for every country of every map', async () => {
    const { places } = await languages[code]!.load();
    expect(COUNTRIES.filter((country) => !(country in places))).toEqual([]);
  });
});

test('the language is the one chosen, else the first of the browser that we have', () => {
  expect(languageOf('fr', ['de-DE'])).toBe('fr');
  expect(languageOf('', ['it', 'de-AT', 'fr'])).toBe('de');
  expect(languageOf('', ['it'])).toBe('en');
});

test('texts and places are said in the language spoken', async () => {
  await speak('de');
  expect(t('table.undo')).toBe('Zurücknehmen');
  expect(placeName('Brussels')).toBe('Brüssel');
  expect(placeName('Verdun')).toBe('Verdun');
});

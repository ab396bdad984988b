import { readFileSync } from 'node:fs';
import { type Language, languageFor } from '@storeward/contract/reference';

type Phrases = Readonly<Record<string, string>>;

const known = new Map<Language, Phrases>();

/** Says a phrase of the mails with its values filled in. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** The words of the mails in somebody's language, English where it is none of ours. */
export function wordsIn(wanted: string): { language: Language; say: Say } {
  const language = languageFor(wanted) ?? 'en';
  const phrases = phrasesOf(language);
  const say: Say = (key, values = {}) => {
    const phrase = phrases[key];
    if (phrase === undefined) throw new Error(`The mails have no phrase ${key}.`);
    return phrase.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  };
  return { language, say };
}

/** Read when a mail is first written in that language: a start has no time for it. */
function phrasesOf(language: Language): Phrases {
  let phrases = known.get(language);
  if (!phrases) {
    phrases = JSON.parse(readFileSync(new URL(`phrases/${language}.json`, import.meta.url), 'utf8')) as Phrases;
    known.set(language, phrases);
  }
  return phrases;
}

import { readFileSync } from 'node:fs';
import { type Language, languageFor } from '@storeward/contract/reference';

type Phrases = Readonly<Record<string, string>>;

const cache = new Map<Language, Phrases>();

/** Returns a phrase with its `{name}` placeholders replaced; throws for an unknown key. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** Mail phrases in the closest supported language, else English. */
export function mailPhrases(requested: string): { language: Language; translate: Translate } {
  const language = languageFor(requested) ?? 'en';
  const phrases = loadPhrases(language);
  const translate: Translate = (key, values = {}) => {
    const phrase = phrases[key];
    if (phrase === undefined) throw new Error(`Unknown mail phrase: ${key}`);
    return phrase.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  };
  return { language, translate };
}

/** Loaded on first use, to keep startup fast. */
function loadPhrases(language: Language): Phrases {
  let phrases = cache.get(language);
  if (!phrases) {
    phrases = JSON.parse(readFileSync(new URL(`phrases/${language}.json`, import.meta.url), 'utf8')) as Phrases;
    cache.set(language, phrases);
  }
  return phrases;
}

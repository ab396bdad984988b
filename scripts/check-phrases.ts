import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { argumentsOf } from './phrases/arguments.ts';
import { namedKeys, usesOf } from './phrases/uses.ts';

/** The language that is the measure, and those measured by it. */
export const measure = 'en';
export const others = ['fr', 'zh-CN', 'nl', 'ja-JP', 'it', 'de'] as const;

/** The phrase files of one language: domain to the raw text of its file. */
export type Language = ReadonlyMap<string, string>;

/** What the check looks at: every language's files, the error codes of the contract, and the sources of the web app. */
export type Phrasebook = {
  readonly languages: ReadonlyMap<string, Language>;
  readonly errorCodes: readonly string[];
  readonly sources: ReadonlyMap<string, string>;
};

/** The mails' own phrases: one file for each language. */
export type MailPhrases = ReadonlyMap<string, string>;

const mailFolder = 'api/src/mails/phrases';

/** The same of the mails: what is missing, superfluous, empty or unlike its original. */
export function mailFaults(languages: MailPhrases): string[] {
  const faults: string[] = [];
  const path = (language: string) => `${mailFolder}/${language}.json`;
  const read = (language: string) => {
    const text = languages.get(language);
    if (text === undefined) faults.push(`${path(language)}: the file is missing`);
    return text === undefined ? undefined : parse(path(language), 'mails', text, faults);
  };
  const english = read(measure) ?? new Map<string, string>();
  for (const language of others) {
    const foreign = read(language);
    if (foreign) compareFile(path(language), english, foreign, faults);
  }
  return faults.sort();
}

type Phrases = ReadonlyMap<string, string>;

/** Every phrase that is missing, superfluous, empty, unlike its original, unused or unknown. */
export function phraseFaults({ languages, errorCodes, sources }: Phrasebook): string[] {
  const faults: string[] = [];
  const read = (language: string): Map<string, Phrases> =>
    new Map(
      [...(languages.get(language) ?? [])].map(([domain, text]) => [
        domain,
        parse(file(language, domain), domain, text, faults),
      ]),
    );

  const english = read(measure);
  if (english.size === 0)
    return [`web/src/phrases/${measure}: there are no phrases; they are the measure of all languages`];
  for (const language of others) compare(language, english, read(language), faults);

  const known = new Set([...english.values()].flatMap((phrases) => [...phrases.keys()]));
  for (const code of errorCodes) {
    if (!known.has(`errors.${code}`))
      faults.push(`${file(measure, 'errors')}: the refusal ${code} has no phrase errors.${code}`);
  }
  const codes = new Set(errorCodes.map((code) => `errors.${code}`));
  const { whole, begun } = usesOf(sources);
  for (const key of known) {
    if (codes.has(key) || whole.has(key)) continue;
    if (key.startsWith('errors.')) {
      faults.push(`${fileOf(key)}: ${key} belongs to no refusal of contract/src/errors.ts; remove it`);
    } else if (!begun.some((beginning) => key.startsWith(beginning))) {
      faults.push(`${fileOf(key)}: ${key} is used nowhere in web/src; remove it`);
    }
  }
  for (const [path, source] of sources) {
    for (const key of namedKeys(source))
      if (!known.has(key)) faults.push(`${path}: ${key} has no phrase; write it into ${fileOf(key)}`);
  }
  return faults.sort();
}

function parse(path: string, domain: string, text: string, faults: string[]): Phrases {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    faults.push(`${path}: not sound JSON`);
    return new Map();
  }
  const phrases = new Map<string, string>();
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    faults.push(`${path}: must be one flat object of key and phrase`);
    return phrases;
  }
  for (const [key, phrase] of Object.entries(content)) {
    if (typeof phrase !== 'string') faults.push(`${path}: ${key} is not text; keep the file flat`);
    else if (phrase.trim() === '') faults.push(`${path}: ${key} is empty`);
    if (!key.startsWith(`${domain}.`)) faults.push(`${path}: ${key} belongs into ${basename(fileOf(key))}`);
    phrases.set(key, typeof phrase === 'string' ? phrase : '');
  }
  const written = [...text.matchAll(/^\s*\{?\s*"((?:[^"\\]|\\.)+)"\s*:/gm)].map((match) => match[1] ?? '');
  for (const key of new Set(written.filter((word, index) => written.indexOf(word) !== index))) {
    faults.push(`${path}: ${key} stands twice`);
  }
  return phrases;
}

function compare(
  language: string,
  english: ReadonlyMap<string, Phrases>,
  foreign: ReadonlyMap<string, Phrases>,
  faults: string[],
): void {
  if (foreign.size === 0) {
    faults.push(`web/src/phrases/${language}: the language is missing as a whole`);
    return;
  }
  for (const domain of foreign.keys()) {
    if (!english.has(domain)) faults.push(`${file(language, domain)}: there is no such file in ${measure}; remove it`);
  }
  for (const [domain, originals] of english) {
    const path = file(language, domain);
    const translations = foreign.get(domain);
    if (!translations) {
      faults.push(`${path}: the file is missing`);
      continue;
    }
    compareFile(path, originals, translations, faults);
  }
}

function compareFile(path: string, originals: Phrases, translations: Phrases, faults: string[]): void {
  for (const key of translations.keys())
    if (!originals.has(key)) faults.push(`${path}: ${key} is not in ${measure}; remove it`);
  for (const [key, original] of originals) {
    const translation = translations.get(key);
    if (translation === undefined) faults.push(`${path}: ${key} is missing`);
    else if (translation.trim() !== '') sameArguments(path, key, original, translation, faults);
  }
}

function sameArguments(path: string, key: string, original: string, translation: string, faults: string[]): void {
  const [due, found] = [argumentsOf(original), argumentsOf(translation)].map((names) => names.map(byName)) as [
    string[],
    string[],
  ];
  for (const argument of due) if (!found.includes(argument)) faults.push(`${path}: ${key} lacks {${argument}}`);
  for (const argument of found)
    if (!due.includes(argument)) faults.push(`${path}: ${key} has {${argument}}, which ${measure} does not have`);
}

/** Every language counts in its own way: one may choose between two words where another has one. */
function byName(argument: string): string {
  return argument.replace(/, (?:plural|selectordinal)$/, '');
}

function file(language: string, domain: string): string {
  return `web/src/phrases/${language}/${domain}.json`;
}

function fileOf(key: string): string {
  return file(measure, key.split('.')[0] ?? key);
}

/** Reads the phrases, the refusals and the web app's sources from the project's folder. */
async function readPhrasebook(root: string): Promise<Phrasebook> {
  const folder = join(root, 'web/src/phrases');
  const languages = new Map(
    [measure, ...others]
      .filter((language) => existsSync(join(folder, language)))
      .map((language) => [language, readLanguage(join(folder, language))]),
  );
  const { errors } = await import('../contract/src/errors.ts');
  const sources = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path): [string, string] => [join('web/src', path), readFileSync(join(root, 'web/src', path), 'utf8')]);
  sources.push(['web/login.html', readFileSync(join(root, 'web/login.html'), 'utf8')]);
  return { languages, errorCodes: Object.keys(errors), sources: new Map(sources) };
}

function readLanguage(folder: string): Language {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(files.map((name) => [name.replace(/\.json$/, ''), readFileSync(join(folder, name), 'utf8')]));
}

if (import.meta.main) {
  const book = await readPhrasebook(join(import.meta.dirname, '..'));
  const mails = readLanguage(join(import.meta.dirname, '..', mailFolder));
  const faults = [...phraseFaults(book), ...mailFaults(mails)];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`phrases: ${book.languages.size} languages, ${book.errorCodes.length} refusals, nothing missing`);
}

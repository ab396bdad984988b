import { parseSync } from 'oxc-parser';

/** A retired term: where it is looked for, what to write instead, and the uses of the word that are fine. */
export type RetiredTerm = {
  /** Matched against the words of identifiers and file names (`csrfToken` is "csrf token"), without regard to case. */
  readonly name?: RegExp;
  /** Matched against the text of comments. */
  readonly comment?: RegExp;
  /** Removed from identifiers, file names and comments before they are matched. */
  readonly except?: RegExp;
  readonly instead: string;
};

/** A name or a comment of a file that holds a retired term. */
export type Finding = {
  readonly path: string;
  readonly line: number;
  readonly found: string;
  readonly instead: string;
};

type Occurrence = { readonly kind: 'name' | 'comment'; readonly text: string; readonly line: number };

/** Splits an identifier or a file name into lower-case words: `csrfToken` and `csrf-token.ts` give "csrf token". */
export const wordsOf = (name: string): string =>
  name
    .replace(/\.[a-z]+$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase();

/** The names and comments of one file, and its path as a name. Strings and JSX text are not looked at. */
function occurrencesIn(path: string, source: string): Occurrence[] {
  const fileName = path.split('/').at(-1) ?? path;
  const occurrences: Occurrence[] = [{ kind: 'name', text: fileName, line: 1 }];
  const lineAt = lineCounter(source);
  if (/\.(?:ts|tsx|mjs)$/.test(path)) {
    const { program, comments } = parseSync(path, source);
    for (const { value, start } of comments) occurrences.push({ kind: 'comment', text: value, line: lineAt(start) });
    visitIdentifiers(program, (text, start) => occurrences.push({ kind: 'name', text, line: lineAt(start) }));
  } else if (path.endsWith('.sql')) {
    for (const match of source.matchAll(/--(.*)$/gm))
      occurrences.push({ kind: 'comment', text: match[1] ?? '', line: lineAt(match.index) });
  } else if (path.endsWith('.css')) {
    for (const match of source.matchAll(/\/\*[\s\S]*?\*\//g))
      occurrences.push({ kind: 'comment', text: match[0], line: lineAt(match.index) });
  }
  return occurrences;
}

const identifiers = new Set(['Identifier', 'PrivateIdentifier', 'JSXIdentifier']);

function visitIdentifiers(node: unknown, report: (name: string, start: number) => void): void {
  if (Array.isArray(node)) {
    for (const child of node) visitIdentifiers(child, report);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, name, start } = node as { type?: unknown; name?: unknown; start?: unknown };
  if (typeof type === 'string' && identifiers.has(type) && typeof name === 'string') report(name, Number(start));
  for (const child of Object.values(node)) visitIdentifiers(child, report);
}

/** Line numbers of offsets, by binary search over the line starts. */
function lineCounter(source: string): (offset: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

/** Finds retired terms in the names and comments of a file; each name is reported once per file. `pinned` names are on the wire or stored. */
export function findRetiredTerms(
  path: string,
  source: string,
  terms: readonly RetiredTerm[],
  pinned: ReadonlySet<string> = new Set(),
): Finding[] {
  const findings = new Map<string, Finding>();
  for (const { kind, text, line } of occurrencesIn(path, source)) {
    if (kind === 'name' && pinned.has(text)) continue;
    const words = kind === 'name' ? wordsOf(text) : text;
    for (const { name, comment, except, instead } of terms) {
      const pattern = kind === 'name' ? name : comment;
      if (!pattern) continue;
      const match = pattern.exec(except ? words.replace(except, ' ') : words);
      if (!match) continue;
      const found = kind === 'name' ? text : `comment with "${match[0].trim()}"`;
      const key = kind === 'name' ? found : `${line}${found}`;
      if (!findings.has(key)) findings.set(key, { path, line, found, instead });
    }
  }
  return [...findings.values()];
}

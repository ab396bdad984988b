import { parseSync } from 'oxc-parser';

/** A retired term: where it is matched, what to write instead, and the uses of the word that are allowed. */
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

type Occurrence = {
  readonly kind: 'name' | 'comment';
  readonly text: string;
  readonly line: number;
  /** Whether the code itself chooses the name, by declaring it as a variable, parameter, function or type. */
  readonly isDeclared?: boolean;
};

/** Splits an identifier or a file name into lower-case words: `csrfToken` and `csrf-token.ts` give "csrf token". */
export const wordsOf = (name: string): string =>
  name
    .replace(/\.[a-z]+$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase();

/** The names, comments and test titles of one file, and each folder and name of its path; of Markdown the text. Other strings and JSX text are not included. */
function occurrencesIn(path: string, source: string): Occurrence[] {
  const occurrences: Occurrence[] = path.split('/').map((text) => ({ kind: 'name', text, line: 1 }));
  const lineAt = lineCounter(source);
  if (/\.(?:ts|tsx|mjs)$/.test(path)) {
    const { program, comments } = parseSync(path, source);
    for (const { value, start } of comments) occurrences.push({ kind: 'comment', text: value, line: lineAt(start) });
    visitIdentifiers(program, (text, start, isDeclared) =>
      occurrences.push({ kind: 'name', text, line: lineAt(start), isDeclared }),
    );
    if (/\.(?:test|spec)\.tsx?$/.test(path))
      visitTitles(program, (text, start) => occurrences.push({ kind: 'comment', text, line: lineAt(start) }));
  } else if (path.endsWith('.sql')) {
    for (const { groups, index } of source.matchAll(sqlToken)) {
      const { comment, name } = groups ?? {};
      if (comment !== undefined) occurrences.push({ kind: 'comment', text: comment, line: lineAt(index) });
      if (name !== undefined && path !== takeOver) occurrences.push({ kind: 'name', text: name, line: lineAt(index) });
    }
  } else if (path.endsWith('.md')) {
    for (const [index, text] of source.split('\n').entries())
      occurrences.push({ kind: 'comment', text: text.replace(/`[^`]*`/g, ' '), line: index + 1 });
  } else if (path.endsWith('.css')) {
    for (const match of source.matchAll(/\/\*[\s\S]*?\*\//g))
      occurrences.push({ kind: 'comment', text: match[0], line: lineAt(match.index) });
  }
  return occurrences;
}

/** Renames the tables and functions of an earlier database, so it has to name them. */
const takeOver = 'api/sql/take-over.sql';

/** A comment, a string, a quoted identifier (an error code or a property of a record), or an identifier, also in a quoted body. */
const sqlToken = /--(?<comment>.*)|'(?:[^']|'')*'|"[^"]*"|\$\w*\$|(?<name>[A-Za-z_]\w*)/g;

const identifiers = new Set(['Identifier', 'PrivateIdentifier', 'JSXIdentifier']);

type Node = Readonly<Record<string, unknown>> & { readonly type?: unknown };

/** Reports each identifier, and whether it is declared there. A destructured property is declared by its object. */
function visitIdentifiers(
  node: unknown,
  report: (name: string, start: number, isDeclared: boolean) => void,
  isDeclared = false,
): void {
  if (Array.isArray(node)) {
    for (const child of node) visitIdentifiers(child, report, isDeclared);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, name, start } = node as Node;
  if (typeof type === 'string' && identifiers.has(type) && typeof name === 'string')
    report(name, Number(start), isDeclared);
  const declared = declaredParts(node as Node, isDeclared);
  for (const [key, child] of Object.entries(node)) visitIdentifiers(child, report, declared.has(key));
}

const testFunctions = new Set(['test', 'it', 'describe']);

/** Reports the texts of the titles of tests: the first argument of `test('…')`, `test.each(…)('…')` and the like. */
function visitTitles(node: unknown, report: (title: string, start: number) => void): void {
  if (Array.isArray(node)) {
    for (const child of node) visitTitles(child, report);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, callee, arguments: args } = node as Node;
  const [title] = (args ?? []) as Node[];
  if (type === 'CallExpression' && title && testFunctions.has(calledName(callee))) {
    if (typeof title['value'] === 'string') report(title['value'], Number(title['start']));
    for (const { value, start } of (title['quasis'] ?? []) as Node[]) {
      report((value as { raw: string }).raw, Number(start));
    }
  }
  for (const child of Object.values(node)) visitTitles(child, report);
}

/** The name of the function that a call begins with: `test` of `test.for(cases)`. */
function calledName(callee: unknown): string {
  const { type, name, object, callee: inner } = callee as Node;
  if (type === 'Identifier') return String(name);
  return type === 'MemberExpression' ? calledName(object) : type === 'CallExpression' ? calledName(inner) : '';
}

const none: ReadonlySet<string> = new Set();
const parameters: ReadonlySet<string> = new Set(['id', 'params']);

/** The properties of a syntax node that contain names which the code declares, for each type of node. */
const declarations: Readonly<Record<string, ReadonlySet<string>>> = {
  VariableDeclarator: new Set(['id']),
  FunctionDeclaration: parameters,
  FunctionExpression: parameters,
  ArrowFunctionExpression: parameters,
  TSFunctionType: parameters,
  TSMethodSignature: parameters,
  ClassDeclaration: new Set(['id']),
  TSTypeAliasDeclaration: new Set(['id']),
  TSInterfaceDeclaration: new Set(['id']),
  ImportNamespaceSpecifier: new Set(['local']),
  ImportDefaultSpecifier: new Set(['local']),
  CatchClause: new Set(['param']),
};

/** Parts of a pattern that contain further names, if the pattern is part of a declaration. */
const patterns: Readonly<Record<string, ReadonlySet<string>>> = {
  ObjectPattern: new Set(['properties']),
  ArrayPattern: new Set(['elements']),
  RestElement: new Set(['argument']),
  AssignmentPattern: new Set(['left']),
  Property: new Set(['value']),
};

function declaredParts({ type, shorthand, imported, local }: Node, isDeclared: boolean): ReadonlySet<string> {
  if (typeof type !== 'string') return none;
  if (type === 'ImportSpecifier')
    return (imported as Node)['name'] === (local as Node)['name'] ? none : new Set(['local']);
  if (type === 'Property' && shorthand === true) return none;
  return declarations[type] ?? (isDeclared ? (patterns[type] ?? none) : none);
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

/**
 * Finds retired terms in the names and comments of a file; each name is reported once per file. `pinned` names are on the
 * wire or stored: properties may have them, but the code may not declare them.
 */
export function findRetiredTerms(
  path: string,
  source: string,
  terms: readonly RetiredTerm[],
  pinned: ReadonlySet<string> = new Set(),
): Finding[] {
  const findings = new Map<string, Finding>();
  for (const { kind, text, line, isDeclared = false } of occurrencesIn(path, source)) {
    if (kind === 'name' && pinned.has(text) && !isDeclared) continue;
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

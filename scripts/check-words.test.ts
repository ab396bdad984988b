import { describe, expect, test } from 'vitest';
import { retiredTerms } from './words/retired-terms.ts';
import { findRetiredTerms, wordsOf } from './words/vocabulary.ts';

const found = (path: string, source: string, fixed: ReadonlySet<string> = new Set()) =>
  findRetiredTerms(path, source, retiredTerms, fixed).map((finding) => `${finding.line} ${finding.found}`);

describe('the check of words', () => {
  test('splits identifiers and file names into words', () => {
    expect(['csrfToken', 'HTTPServer', 'user-list.tsx', 'ORG_CODE'].map(wordsOf)).toEqual([
      'csrf token',
      'http server',
      'user list',
      'org code',
    ]);
  });

  test('reports a retired term in an identifier, once per file, with its line and the term to use', () => {
    const source = "const a = 1;\nexport function openDoor() {}\nopenDoor();\nconst text = 'door';\n";
    expect(findRetiredTerms('api/src/users/service.ts', source, retiredTerms)).toEqual([
      { path: 'api/src/users/service.ts', line: 2, found: 'openDoor', instead: 'write endpoint' },
    ]);
  });

  test('reports a retired term in a comment of a script, a component and a style sheet', () => {
    expect(found('api/src/a.ts', '// whoever asks\n')).toEqual(['1 comment with "whoever"']);
    expect(found('web/src/a.tsx', 'export const A = () => (\n  <div>{/* opens the door */}door</div>\n);\n')).toEqual([
      '2 comment with "door"',
    ]);
    expect(found('web/src/a.css', '.a {\n  /* the gate */\n  color: red;\n}\n')).toEqual(['2 comment with "gate"']);
  });

  test('reports a retired term in the title of a test and in the text of a document, but not in its code', () => {
    const source =
      "test.each(doors)(\n  'opens the door',\n  () => undefined,\n);\ndescribe(`a gate of ${name}`, () => {});\n";
    expect(found('api/src/a.test.ts', source)).toEqual(['1 doors', '2 comment with "door"', '5 comment with "gate"']);
    expect(found('docs/a.md', '# One\n\nThe caller of `door`.\n')).toEqual(['3 comment with "caller"']);
  });

  test('reports a retired term in a file name', () => {
    expect(found('api/src/users/turnstile.ts', '')).toEqual(['1 turnstile.ts']);
  });

  test('reports a retired term in the name of a folder', () => {
    expect(found('web/src/doors/list.ts', '')).toEqual(['1 doors']);
  });

  test('reports a retired term in an identifier of SQL, also in a quoted body, but not in its strings', () => {
    const source = [
      'create function open() returns text as $$',
      'declare place record; begin execute $words$ select said, \'news\', "seeing.ended" from nodes $words$;',
      'end $$; -- opens the door',
    ].join('\n');
    expect(found('api/sql/functions/open.sql', source)).toEqual(['2 place', '2 said', '3 comment with "door"']);
  });

  test('accepts the earlier names that the take-over of a database replaces', () => {
    expect(found('api/sql/take-over.sql', 'alter table brakes rename to rate_limits;')).toEqual([]);
  });

  test('accepts strings, words that only contain a retired one, and ordinary uses of a word', () => {
    const source = [
      "const label = 'door';",
      'const placeholder = replace(window);',
      'const timing = 1; // in wall time, on demand',
    ].join('\n');
    expect(found('web/src/a.ts', source)).toEqual([]);
  });

  test('accepts names that are on the wire or stored as properties', () => {
    const source = [
      'type Row = { readonly faults: string };',
      'const { faults } = row;',
      'const { faults: errors } = row;',
      'const other = { faults: row.faults };',
    ].join('\n');
    expect(found('api/src/a.ts', source, new Set(['faults']))).toEqual([]);
    expect(found('api/src/a.ts', source)).toEqual(['1 faults']);
  });

  test.each([
    ['a variable', 'const faults = [];'],
    ['an element', 'const [first, faults] = row;'],
    ['a renamed property', 'const { errors: faults } = row;'],
    ['a function', 'function faults() {}'],
    ['a parameter', 'const texts = rows.map((faults) => faults.length);'],
    ['a type', 'type faults = string;'],
    ['a renamed import', "import { errors as faults } from './errors.ts';"],
    ['a namespace', "import * as faults from './errors.ts';"],
  ])('reports a name that is on the wire or stored as the name of %s', (_what, source) => {
    expect(found('api/src/a.ts', source, new Set(['faults']))).toEqual(['1 faults']);
  });
});

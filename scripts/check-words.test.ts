import { describe, expect, test } from 'vitest';
import { longSubjects } from './check-words.ts';
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

  test('reports a retired term in a file name', () => {
    expect(found('api/src/users/turnstile.ts', '')).toEqual(['1 turnstile.ts']);
  });

  test('accepts strings, words that only contain a retired one, and ordinary uses of a word', () => {
    const source = [
      "const label = 'door';",
      'const placeholder = replace(window);',
      'const timing = 1; // in wall time, on demand',
    ].join('\n');
    expect(found('web/src/a.ts', source)).toEqual([]);
  });

  test('accepts names that are on the wire or stored', () => {
    expect(found('api/src/a.ts', 'const { faults } = row;', new Set(['faults']))).toEqual([]);
    expect(found('api/src/a.ts', 'const { faults } = row;')).toEqual(['1 faults']);
  });

  test('reports commit subjects of more than 72 characters', () => {
    expect(longSubjects(`users: fix the list\n${'x'.repeat(73)}\n${'y'.repeat(72)}`)).toEqual([
      `commit subject of 73 characters (at most 72): ${'x'.repeat(73)}`,
    ]);
  });
});

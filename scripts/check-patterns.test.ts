import { expect, test } from 'vitest';
import { patternErrors } from './check-patterns.ts';

const errorsOf = (source: string, path = 'api/src/a.ts') => patternErrors(new Map([[path, source]]));

test.for([
  ['spaces around a line break', String.raw`text.replace(/\s*[\r\n]+\s*/g, ' ')`],
  ['a run at the end', String.raw`text.replace(/\/+$/, '')`],
  ['two neighbours that match the same', String.raw`/^\d+\.?\d*$/.test(text)`],
  ['a repetition of a repetition', '/^(a+)+$/.test(text)'],
  ['the text of a constructor', String.raw`new RegExp('\\s+$')`],
  ['a template', 'RegExp(`^${name}\\\\s*\\\\s*$`)'],
  ['a text that is computed', 'new RegExp(text)'],
  ['a constant', "const end = 'a+'; new RegExp(`${end}$`)"],
  ['joined constants', "const end = 'a+'; const any = ['b', `${end}$`].join('|'); new RegExp(`(${any})`)"],
  [
    'a run that is looked back at',
    String.raw`const tags = '(?<=b[ac]*)[cd]'; new RegExp(${'`'}(${'$'}{tags})|d${'`'}, 'gu')`,
  ],
] as const)('refuses %s', ([, source]) => {
  expect(errorsOf(source)).toHaveLength(1);
  expect(errorsOf(source, 'contract/src/a.ts')).toHaveLength(1);
  expect(errorsOf(source, 'api/src/a.test.ts')).toEqual([]);
});

test.for([
  [String.raw`text.replace(/\s+/g, ' ')`],
  [String.raw`text.replace(/(?<!\/)\/+$/, '')`],
  [String.raw`/^\d+(?:\.\d*)?$/.test(text)`],
  ['new RegExp(`^/files/${uuid}$`)'],
] as const)('accepts %s', ([source]) => {
  expect(errorsOf(source)).toEqual([]);
});

test('names the file, the line and the expression', () => {
  expect(errorsOf('\nconst end = /a+$/;')[0]).toMatch(/^api\/src\/a\.ts:2 \/a\+\$\/ takes more than linear time/);
});

import { expect, test } from 'vitest';
import { styleSheetErrors } from './style-sheets.ts';

test('limits the style sheets of the web app to a share of its code', () => {
  const errors = (sheet: number) =>
    styleSheetErrors(
      new Map([
        ['web/src/users/user-list.tsx', '//\n'.repeat(199)],
        ['web/src/users/user-list.module.css', '\n'.repeat(sheet - 1)],
      ]),
    );
  expect(errors(26)).toEqual([]);
  expect(errors(27)).toEqual([
    'web/src: 27 lines of style sheets for 200 of code, more than 0.13 of them; use the parts of the kit',
  ]);
});

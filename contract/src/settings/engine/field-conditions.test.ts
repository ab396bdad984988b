import { expect, test } from 'vitest';
import { emptiedLists } from './field-conditions.ts';
import { listOf } from '../lists/list-field.ts';
import { defineSection } from './section.ts';

const section = defineSection({
  name: 'returns',
  area: 'configuration',
  fields: {
    isRequested: { kind: 'switch', defaultValue: false },
    reasons: {
      ...listOf({ columns: { code: { kind: 'text', defaultValue: '' } }, inheritance: 'rows', required: true }),
      when: { isRequested: [true] },
    },
  },
});

test('a required list may not lose its last row or begin to count without rows, but may stay empty', () => {
  const full = [{ id: 'a', code: 'A' }];
  const fieldsOf = (before: object, after: object) =>
    emptiedLists(section, { before: { ...before }, after: { ...after } }).map(({ field }) => field);
  expect(fieldsOf({ isRequested: true, reasons: full }, { isRequested: true, reasons: [] })).toEqual(['reasons']);
  expect(fieldsOf({ isRequested: false }, { isRequested: true })).toEqual(['reasons']);
  expect(fieldsOf({ isRequested: false, reasons: full }, { isRequested: false })).toEqual([]);
  expect(fieldsOf({ isRequested: true }, { isRequested: true, reasons: [] })).toEqual([]);
});

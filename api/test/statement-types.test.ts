import { describe, expect, inject, test } from 'vitest';
import { differencesOfColumn, differencesOfRows } from './statement-comparison.ts';

const text = { name: 'code', dataTypeID: 25 };
const count = { name: 'count', dataTypeID: 20 };

describe('the result of an SQL statement', () => {
  test('agrees with its type where columns, values and nulls do', () => {
    const rows = [{ code: null, count: 1 }];
    const columns = { code: ['null', 'string'], count: ['number'], note: ['string', 'undefined'] } as const;
    expect(differencesOfRows(columns, { fields: [text, count], rows })).toEqual([]);
  });

  test('differs from its type by a null that the type does not have', () => {
    const result = { fields: [text], rows: [{ code: 'A' }, { code: null }] };
    expect(differencesOfRows({ code: ['string'] }, result)).toEqual(['code is null, its type string']);
  });

  test('differs from its type by a column that only one of them has', () => {
    expect(differencesOfRows({ name: ['string'] }, { fields: [text], rows: [] })).toEqual([
      'the type has no column code',
      'the result has no column name',
    ]);
  });

  test('differs from its type by the type of a column, even without a row', () => {
    expect(differencesOfColumn('count', ['string'], { fields: [count], rows: [] })).toEqual([
      'count is number, its type string',
    ]);
  });
});

describe('the types of the SQL statements', () => {
  const templates = inject('typedTemplates');

  test('are those of the type checker, through aliases and types of other files', () => {
    const template = templates.find(({ fragments }) => fragments.join().includes('from organisation_page('));
    expect(template?.columns).toMatchObject({
      id: ['null', 'string'],
      status: ['null', 'boolean'],
      url: ['null', 'string'],
      total: ['number'],
    });
  });

  test('have a column for each value, and are known for every statement with a type argument', () => {
    const statements = templates.filter(({ columns }) => columns);
    expect(statements.length).toBeGreaterThan(150);
    expect(statements.filter(({ columns = {} }) => Object.keys(columns).length === 0)).toEqual([]);
  });
});

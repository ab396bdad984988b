import { listOf } from '@storeward/contract/settings/lists/list-field';
import { expect, test } from 'vitest';
import { parseLine } from './list-line.ts';

const definition = listOf({ columns: { code: { kind: 'text', defaultValue: '' } }, inheritance: 'rows' });
const list = { section: 'ebasketDisplay', field: 'reasons', definition } as const;
const cells = new Map([
  ['action', 'add'],
  ['ebasketDisplay.reasons.code', 'A'],
]);
const addedRow = (runId: string, row: number) =>
  parseLine({ cells, row }, list, runId, () => ({ own: null, above: undefined })).row;

test('a line that adds a row without an id adds the same one each time, which no other line or run adds', () => {
  const rows = [addedRow('run', 2), addedRow('run', 3), addedRow('other', 2)];
  expect(addedRow('run', 2)).toBe(rows[0]);
  expect(new Set(rows).size).toBe(3);
});

test('an empty cell keeps the current value, and a line with the values that a row has is no change', () => {
  const stored = { action: 'replace', values: { code: 'B' }, replaced: { code: 'C' } } as const;
  const replaceLine = { cells: new Map([['action', 'replace']]), row: 2 };
  const named = {
    ...replaceLine,
    cells: new Map([...replaceLine.cells, ['row', '01990000-0000-7000-8000-000000000001']]),
  };
  const own = { value: stored, mode: 'locked' } as const;
  expect(parseLine(named, list, 'run', () => ({ own, above: { code: 'D' } })).desired).toEqual(own);
});

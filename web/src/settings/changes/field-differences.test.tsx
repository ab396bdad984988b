import type { FieldChange } from '@storeward/contract/settings/engine/section-state';
import { beforeEach, expect, test } from 'vitest';
import { rowId } from '../../../test/list-state.ts';
import { render } from '../../../test/render.tsx';
import { startPortal } from '../../../test/start-portal.ts';
import { FieldDifferences } from './field-differences.tsx';

beforeEach(async () => void (await startPortal()));

const values = { reasonId: 'BRK', category: 'return', description: 'Broken' };
const stored = (value: object, mode: 'free' | 'locked' = 'free') => ({ value, mode });
const changeOf = (row: number, before: FieldChange['before'], after: FieldChange['after']): FieldChange => ({
  field: 'reasons',
  row: rowId(row),
  before,
  after,
});

test('the history of a list names each row, with the columns that have changed before and after', () => {
  const add = (more: object) => ({ action: 'add', after: 'last', values: { ...values, ...more } });
  const { container } = render(
    <FieldDifferences
      section="reasons"
      rowNameOf={(_, row) => (row === rowId(4) ? 'OLD' : undefined)}
      changes={[
        changeOf(
          1,
          null,
          stored({ action: 'replace', values: { ...values, category: 'void' }, replaced: values }, 'locked'),
        ),
        changeOf(2, stored(add({ reasonId: 'RET' })), stored(add({ reasonId: 'RET', description: 'Sent back' }))),
        changeOf(3, stored(add({ reasonId: 'OWN' })), null),
        changeOf(4, null, stored({ action: 'hide' })),
        { field: 'reasons', before: null, after: stored({ order: [rowId(2), rowId(1)] }) },
      ]}
    />,
  );
  expect([...container.querySelectorAll('dd')].map(({ textContent }) => textContent.trim())).toEqual([
    '2 changed, 1 hidden, 1 removed, order changed',
    'inherited → own order',
    'BRK ChangedCategory: Return → VoidLocations below: Can be changed below → Locked below',
    'RET ChangedDescription: Broken → Sent back',
    'OWN Removed',
    'OLD Hidden',
  ]);
  expect(container.textContent).not.toContain(rowId(1));
});

test('the history of an order names the rows that have moved, with their positions', () => {
  const names = new Map([1, 2, 3, 4].map((row) => [rowId(row), `R${row}`]));
  const orderOf = (...rows: number[]) => stored({ order: rows.map(rowId) });
  const { container } = render(
    <FieldDifferences
      section="reasons"
      rowNameOf={(_, row) => names.get(row)}
      changes={[{ field: 'reasons', before: orderOf(1, 2, 3, 4), after: orderOf(1, 3, 2, 4) }]}
    />,
  );
  expect(container.querySelector('dd')!.textContent).toBe('2. R2 · 3. R3 → 2. R3 · 3. R2');
});

import type { ListRow, ListState } from '@storeward/contract/settings/lists/list-state';
import type { FieldState } from '@storeward/contract/settings/engine/section-state';
import { headOffice, store, unsetField } from './section-state.ts';

/** The id of the row with this number. */
export const rowId = (number: number): string => `0199a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A row inherited from head office. */
export const inheritedRow = (number: number, values: ListRow['values'], more: Partial<ListRow> = {}): ListRow => ({
  id: rowId(number),
  position: number,
  values,
  state: 'inherited',
  place: headOffice,
  origin: headOffice,
  since: '2026-03-01T08:00:00Z',
  by: 'Ann Lee',
  reason: null,
  mode: 'free',
  lockedBy: null,
  inherited: null,
  replaced: null,
  ...more,
});

/** A row that the store itself has added, or given other values than head office. */
export const ownRow = (number: number, values: ListRow['values'], more: Partial<ListRow> = {}): ListRow =>
  inheritedRow(number, values, { state: 'added', place: store, origin: store, ...more });

/** The state of a field with this row-wise list. */
export function listField(rows: readonly ListRow[], more: Partial<ListState> = {}): FieldState {
  const list = { rows: [...rows], hidden: [], shadowed: [], dormant: [], ownOrder: null, ...more };
  const isOwn = rows.some(({ state }) => state !== 'inherited') || list.hidden.length > 0;
  const summary = { add: 1, replace: 0, hide: list.hidden.length, order: false };
  return {
    ...unsetField,
    value: rows.map(({ id, values }) => ({ id, ...values })),
    isSet: true,
    source: headOffice,
    own: isOwn
      ? { value: summary, mode: 'free', since: '2026-03-01T08:00:00Z', by: null, reason: null, inForce: true }
      : null,
    list,
  };
}

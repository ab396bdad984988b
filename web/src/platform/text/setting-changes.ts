import { type RowValues } from '@storeward/contract/settings/kinds/list';
import type { KindField } from '@storeward/contract/settings/kinds/registry';
import { RowOperation } from '@storeward/contract/settings/lists/list-state';
import type { t as translate } from './i18n.ts';
import { asObject } from './loose-values.ts';
import { partLabel } from './setting-labels.ts';
import { type ChangedCell, changedCells, namedRow } from './setting-rows.ts';

type Translate = typeof translate;

/** The list that rows belong to. */
export type ListOfRows = {
  readonly section: string;
  readonly field: string;
  readonly definition: KindField;
  /** The name of a row that the change itself does not name. */
  readonly nameOf?: (row: string) => string | undefined;
};

/** The operations that a node stores for a row before and after a change; anything else if it stores none. */
export type StoredRowChange = { readonly row: string; readonly before: unknown; readonly after: unknown };

/** One change of a row as text: what happened to it, and the columns that have changed. */
export type RowChangeText = {
  readonly key: string;
  readonly name: string;
  readonly action: string;
  /** False for a row that was added, whose columns have no values before. */
  readonly isChange: boolean;
  readonly cells: readonly ChangedCell[];
};

/** The changes of the rows of one list by their names. */
export function rowChangeTexts(list: ListOfRows, changes: readonly StoredRowChange[], t: Translate): RowChangeText[] {
  const { section, field, definition } = list;
  const names = new Map(changes.map((change) => [change.row, nameInChange(definition, change, t)]));
  const nameOf = (row: string) => names.get(row) ?? list.nameOf?.(row);
  const texts = { label: (column: string) => partLabel(section, field, column, t), nameOf };
  return changes.map((change) => {
    const { action, versions } = changeOf(change);
    return {
      key: change.row,
      name: nameOf(change.row) ?? t('settings.list.unnamed'),
      action: t(`settings.list.operation.${action}`),
      isChange: action !== 'added',
      cells: versions ? changedCells(definition, ...versions, texts, t) : [],
    };
  });
}

/** The name of a row by the values that an operation on it has; of a hidden row, those that the audit has recorded. */
export const nameInChange = (
  definition: KindField,
  { before, after }: Pick<StoredRowChange, 'before' | 'after'>,
  t: Translate,
): string | undefined =>
  [after, before]
    .map((operation) => namedRow(definition, asObject(asObject(operation)['values']), t))
    .find((name) => name !== undefined);

type Change = {
  readonly action: 'added' | 'changed' | 'hidden' | 'removed' | 'restored';
  readonly versions?: readonly [before: RowValues | undefined, after: RowValues];
};

function changeOf(change: StoredRowChange): Change {
  const [before, after] = [change.before, change.after].map((stored) => RowOperation.safeParse(stored).data);
  if (after?.action === 'hide') return { action: 'hidden' };
  if (after?.action === 'add')
    return before?.action === 'add'
      ? { action: 'changed', versions: [before.values, after.values] }
      : { action: 'added', versions: [undefined, after.values] };
  if (after)
    return {
      action: 'changed',
      versions: [before?.action === 'replace' ? before.values : after.replaced, after.values],
    };
  return { action: before?.action === 'add' ? 'removed' : 'restored' };
}

/** The changes between two versions of a list that is stored as a whole. Rows with the same name are the same row. */
export function wholeListChanges(
  definition: KindField,
  before: readonly unknown[],
  after: readonly unknown[],
  t: Translate,
): StoredRowChange[] {
  const byName = (rows: readonly unknown[]) =>
    new Map(rows.map((row, index) => [namedRow(definition, asObject(row), t) ?? String(index), row]));
  const [old, current] = [byName(before), byName(after)];
  const operation = (values: unknown) => (values === undefined ? null : { action: 'add', after: 'last', values });
  return [...new Set([...old.keys(), ...current.keys()])]
    .filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(current.get(name)))
    .map((name) => ({ row: name, before: operation(old.get(name)), after: operation(current.get(name)) }));
}

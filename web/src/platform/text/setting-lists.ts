import type { KindField } from '@storeward/contract/settings/kinds/registry';
import {
  type ListInput,
  type ListState,
  type ListSummary,
  RowOperation,
} from '@storeward/contract/settings/lists/list-state';
import type { FieldChange } from '@storeward/contract/settings/engine/section-state';
import { formatNumber, type t as translate } from './i18n.ts';
import { asObject } from './loose-values.ts';

type Translate = typeof translate;

/** Displays a value of another field, for lists, whose values contain some. */
type TextOf = (field: KindField, value: unknown, t: Translate) => string;

const summaryNames = ['added', 'changed', 'hidden', 'removed', 'restored'] as const;
type Counts = Partial<Record<(typeof summaryNames)[number], number>> & { readonly order?: boolean };

/** Counts of changed rows as text, such as "3 rows added, 1 hidden". */
function countsText(counts: Counts, t: Translate): string {
  const texts = summaryNames.flatMap((name) => {
    const count = counts[name] ?? 0;
    return count > 0 ? [t(`settings.list.summary.${name}`, { count, shown: formatNumber(count) })] : [];
  });
  if (counts.order) texts.push(t('settings.list.summary.order'));
  return texts.join(', ') || t('settings.list.summary.none');
}

const namesOf = { add: 'added', replace: 'changed', hide: 'hidden' } as const;

/** The values of a row as one line, without those that are not set. */
export function rowText({ columns = {} }: KindField, values: unknown, t: Translate, textOf: TextOf): string {
  const row = asObject(values);
  return Object.entries(columns)
    .flatMap(([name, column]) => (row[name] === null || row[name] === undefined ? [] : textOf(column, row[name], t)))
    .join(' · ');
}

/** A list as one line: the number of rows of a whole list, or the operations of a node or form on the rows of a row-wise one. */
export function listText(value: unknown, t: Translate, field: KindField, textOf: TextOf): string {
  if (Array.isArray(value)) return t('settings.list.rows', { count: value.length, shown: formatNumber(value.length) });
  const content = asObject(value);
  const operation = RowOperation.safeParse(value);
  if (operation.success) {
    const name = t(`settings.list.operation.${namesOf[operation.data.action]}`);
    return 'values' in operation.data ? `${name}: ${rowText(field, operation.data.values, t, textOf)}` : name;
  }
  if ('rows' in content) return countsText(inputCounts(content as ListInput), t);
  if ('add' in content) {
    const { add, replace, hide, order } = content as ListSummary;
    return countsText({ added: add, changed: replace, hidden: hide, order }, t);
  }
  return t(content['order'] ? 'settings.list.order.own' : 'settings.list.order.inherited');
}

function inputCounts({ rows, order }: ListInput): Counts {
  const names = Object.values(rows).map((row) => (row ? namesOf[row.action] : 'restored'));
  return { ...countNames(names), order: order !== undefined };
}

/** What a form changes of the rows of a list as it is stored: a row that the node itself has added is changed, or removed. */
export function listChangesText({ rows, order }: ListInput, list: ListState, t: Translate): string {
  const added = new Set(list.rows.flatMap(({ id, state }) => (state === 'added' ? [id] : [])));
  const names = Object.entries(rows).map(([id, row]) => {
    if (!row) return added.has(id) ? 'removed' : 'restored';
    return row.action === 'add' && added.has(id) ? 'changed' : namesOf[row.action];
  });
  return countsText({ ...countNames(names), order: order !== undefined }, t);
}

const countNames = (names: readonly (typeof summaryNames)[number][]): Counts =>
  Object.fromEntries(summaryNames.map((name) => [name, names.filter((other) => other === name).length]));

/** The effect of one change on the rows of a list. */
export function rowChangesText(changes: readonly FieldChange[], t: Translate): string {
  const actionOf = (stored: FieldChange['before']) => RowOperation.safeParse(stored?.value).data?.action;
  const names = changes.flatMap(({ row, before, after }) => {
    if (row === undefined) return [];
    const action = actionOf(after);
    if (action === 'add' && actionOf(before) === 'add') return ['changed' as const];
    if (action) return [namesOf[action]];
    return [actionOf(before) === 'add' ? ('removed' as const) : ('restored' as const)];
  });
  return countsText({ ...countNames(names), order: changes.some(({ row }) => row === undefined) }, t);
}

/** How many rows the text of an order names. */
const maxNamedRows = 8;

/** Two orders of a list as the rows from the first position that differs to the last, each with its position. */
export function orderTexts(
  before: readonly string[],
  after: readonly string[],
  nameOf: (row: string) => string | undefined,
): { readonly before: string; readonly after: string } {
  const differs = (_: string, index: number) => before[index] !== after[index];
  const longer = before.length > after.length ? before : after;
  const [first, last] = [longer.findIndex(differs), longer.findLastIndex(differs)];
  const textOf = (order: readonly string[]) => {
    const rows = order
      .slice(first, last + 1)
      .map((row, index) => `${formatNumber(first + index + 1)}. ${nameOf(row) ?? '?'}`);
    return [...rows.slice(0, maxNamedRows), ...(rows.length > maxNamedRows ? ['…'] : [])].join(' · ');
  };
  return { before: textOf(before), after: textOf(after) };
}

/** A layout of hotkeys with only the columns that identify its keys to readers. */
export const namedByText = <F extends KindField>(field: F): F => ({
  ...field,
  columns: Object.fromEntries(
    ['displayName', 'SKU'].flatMap((name) => (field.columns?.[name] ? [[name, field.columns[name]]] : [])),
  ),
});

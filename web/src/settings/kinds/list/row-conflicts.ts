import type { RowValues } from '@storeward/contract/settings/kinds/list';
import type { ListInput, ListState } from '@storeward/contract/settings/lists/list-state';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import { orderTexts } from '../../../platform/text/setting-lists.ts';
import { changedCells, rowName } from '../../../platform/text/setting-rows.ts';
import type { Authorship, PartConflict } from '../../../records/record-conflict.ts';
import type { FieldParts, Translate } from '../field-view.ts';
import { asChanges, noChanges, shownRows, withRow, withoutChange } from './row-changes.ts';

/** A row in one version of a list. */
type Version = { readonly values: RowValues; readonly mode: 'free' | 'locked' } | 'hidden' | 'removed';

/** The rows of a list that these changes and another user have changed differently since `base`, and the order if both have. */
export function rowConflicts(
  definition: SettingField,
  value: unknown,
  { base, newer }: { readonly base: ListState; readonly newer: ListState },
  { label }: Pick<FieldParts, 'label'>,
  t: Translate,
): PartConflict<unknown>[] {
  const changes = asChanges(value);
  const [before, theirs, yours] = [versions(base, noChanges), versions(newer, noChanges), versions(newer, changes)];
  const nameOf = (id: string) => {
    const row = [yours(id), theirs(id), before(id)].find((version) => typeof version === 'object');
    const hidden = [...newer.hidden, ...base.hidden].find((one) => one.id === id);
    const values = row?.values ?? hidden?.values;
    return (
      values &&
      rowName(
        definition,
        { values },
        newer.rows.findIndex((one) => one.id === id),
        t,
      )
    );
  };

  /** The columns of a version that differ from the other one; from the base if the other one has no row. */
  function textOf(id: string, version: Version, other: Version): string {
    if (typeof version === 'string') return t(`settings.list.operation.${version}`);
    const compared = [other, before(id)].find((one) => typeof one === 'object');
    const cells = changedCells(definition, compared?.values, version.values, { label, nameOf }, t);
    const mode = version.mode === (compared?.mode ?? 'free') ? [] : [t(`settings.list.mode.${version.mode}`)];
    return (
      [...cells.map((cell) => `${cell.label}: ${cell.after}`), ...mode].join(' · ') || t('settings.list.summary.none')
    );
  }

  const rows = Object.keys(changes.rows).flatMap((id): PartConflict<unknown>[] => {
    const stored = theirs(id);
    if (sameValue(before(id), stored) || sameValue(yours(id), stored)) return [];
    return [
      {
        id,
        label: nameOf(id) ?? t('settings.list.otherRow'),
        author: authorOf(newer, id),
        isYours: (now) => id in asChanges(now).rows,
        choose: (now, side) =>
          side === 'yours' ? withRow(asChanges(now), id, changes.rows[id]!) : withoutChange(asChanges(now), id),
        texts: (now) => {
          const own = versions(newer, asChanges(now))(id);
          return { yours: textOf(id, own, stored), theirs: textOf(id, stored, own) };
        },
      },
    ];
  });
  return [...rows, ...orderConflict(definition, changes, { base, newer }, t)];
}

function versions(list: ListState, changes: ListInput): (id: string) => Version {
  const shown = new Map(shownRows(list, changes).map((row) => [row.key, row]));
  return (id) => {
    const row = shown.get(id);
    if (row) return { values: row.values, mode: row.mode ?? 'free' };
    const hidden = list.hidden.find((one) => one.id === id);
    // hidden with the row that contains it: that row is the one that was changed
    if (hidden?.within !== undefined) return { values: hidden.values, mode: 'free' };
    return hidden || changes.rows[id]?.action === 'hide' ? 'hidden' : 'removed';
  };
}

/** Who stored the row at this node; undefined if its values are those from above, or if it was removed. */
const authorOf = ({ rows, hidden }: ListState, id: string): Authorship | undefined =>
  rows.find((row) => row.id === id && row.state !== 'inherited') ?? hidden.find((row) => row.id === id && row.own);

function orderConflict(
  definition: SettingField,
  { order, ...changes }: ListInput,
  { base, newer }: { readonly base: ListState; readonly newer: ListState },
  t: Translate,
): PartConflict<unknown>[] {
  const orderOf = (input: ListInput) => shownRows(newer, input).map(({ key }) => key);
  const theirs = orderOf(changes);
  if (order === undefined || sameValue(base.ownOrder, newer.ownOrder)) return [];
  if (sameValue(orderOf({ ...changes, order }), theirs)) return [];

  return [
    {
      id: 'order',
      label: t('settings.list.order.label'),
      isYours: (now) => asChanges(now).order !== undefined,
      choose: (now, side) => {
        const { order: _, ...rest } = asChanges(now);
        return side === 'yours' ? { ...rest, order } : rest;
      },
      texts: (now) => {
        const input = asChanges(now);
        const { order: _, ...stored } = input;
        const rows = new Map(
          shownRows(newer, input).map((row, index) => [row.key, rowName(definition, row, index, t)]),
        );
        const texts = orderTexts(orderOf(stored), orderOf(input), (key) => rows.get(key));
        return { yours: texts.after, theirs: texts.before };
      },
    },
  ];
}

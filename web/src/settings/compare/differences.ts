import { isRowWise } from '@storeward/contract/settings/kinds/list';
import { equalValues, isSecret } from '@storeward/contract/settings/kinds/registry';
import { keyOf } from '@storeward/contract/settings/lists/list-rows';
import type { ListInput, ListRow, ListState } from '@storeward/contract/settings/lists/list-state';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import type { FieldInput, FieldState, SectionState } from '@storeward/contract/settings/engine/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import type * as z from 'zod/mini';
import { fieldDefinition } from '../section/section-labels.ts';

type StoredInput = z.output<typeof FieldInput>;
type RowChange = ListInput['rows'][string];

/** What copying a value makes of the other location: the new value of the field, or of one row of its list. */
export type Copy =
  | { readonly field: StoredInput }
  | { readonly row: { readonly id: string; readonly change: RowChange } };

/** Why a value cannot be copied to a location. */
export type Obstacle =
  | { readonly reason: 'locked'; readonly by: string }
  | { readonly reason: 'secret' | 'unset' | 'denied' | 'layout' | 'past' };

/** One location's part of a compared line. */
export type Side = {
  /** The effective value, or that of the row; undefined if the list has no such row. */
  readonly value: unknown;
  readonly isSet: boolean;
  /** The node whose value it is, if it is not the node itself; null for a default. */
  readonly source: string | null;
  readonly isOwn: boolean;
  readonly since: string | null;
  /** The location's own clock. */
  readonly timeZone: string;
  /** The location above that locks the value. */
  readonly lockedBy: string | null;
  /** What copying the other location's value here would change, or why that is not possible. */
  readonly copy: Copy | Obstacle;
};

/** A setting, or one row of a list, at both locations. */
export type ComparedLine = {
  readonly key: string;
  readonly section: SectionName;
  readonly field: string;
  /** The values that name a row of a list. */
  readonly row?: Readonly<Record<string, unknown>>;
  readonly isSame: boolean;
  readonly left: Side;
  readonly right: Side;
};

export const isObstacle = (copy: Copy | Obstacle): copy is Obstacle => 'reason' in copy;

type Location = { readonly state: SectionState; readonly isPast: boolean };

/** Compares a section at two locations: line by line, and a row-wise list row by row. */
export function compareSection(left: Location, right: Location): ComparedLine[] {
  const { section } = left.state;
  return Object.entries(left.state.fields).flatMap(([field, leftState]) => {
    const rightState = right.state.fields[field];
    if (!rightState) return [];
    const definition = fieldDefinition(section, field);
    const base = { key: `${section}.${field}`, section, field };
    // the rows of a layout belong together
    if (isRowWise(definition) && !definition.parentColumn && leftState.list && rightState.list)
      return compareRows(base, definition, [left, leftState.list], [right, rightState.list]);
    const isSame = isSecret(definition)
      ? leftState.isSet === rightState.isSet && leftState.source?.id === rightState.source?.id
      : equalValues(definition, leftState.value, rightState.value);
    return [
      {
        ...base,
        isSame,
        left: sideOf(definition, left, leftState, rightState),
        right: sideOf(definition, right, rightState, leftState),
      },
    ];
  });
}

function sideOf(definition: SettingField, target: Location, state: FieldState, other: FieldState): Side {
  const { own, source, bound, value, isSet } = state;
  const isOwn = own?.inForce ?? false;
  return {
    value,
    isSet,
    source: isOwn ? null : (source?.name ?? null),
    isOwn,
    since: isOwn ? own!.since : null,
    timeZone: target.state.timeZone,
    lockedBy: bound?.mode === 'locked' ? bound.source.name : null,
    copy: target.isPast
      ? { reason: 'past' }
      : !target.state.can.edit
        ? { reason: 'denied' }
        : bound?.mode === 'locked'
          ? { reason: 'locked', by: bound.source.name }
          : copyOf(definition, state, other),
  };
}

function copyOf(definition: SettingField, { own, inherited }: FieldState, other: FieldState): Copy | Obstacle {
  if (isSecret(definition)) return { reason: 'secret' };
  if (isRowWise(definition)) return { reason: 'layout' };
  if (own && equalValues(definition, inherited.value, other.value)) return { field: null };
  // a value that nobody has set cannot be set here
  if (other.value === null || other.value === undefined) return { reason: 'unset' };
  return { field: { value: other.value, mode: own?.mode ?? 'free' } };
}

type Line = Pick<ComparedLine, 'key' | 'section' | 'field'>;

/** Pairs the rows of two lists by id, then by key columns: rows with one key stand for one thing, such as a payment option. */
function compareRows(
  line: Line,
  definition: SettingField,
  [left, leftList]: readonly [Location, ListState],
  [right, rightList]: readonly [Location, ListState],
): ComparedLine[] {
  const { keyColumns } = definition;
  const matches = (one: ListRow, other: ListRow) =>
    one.id === other.id ||
    (keyColumns
      ? keyOf(keyColumns, one.values) === keyOf(keyColumns, other.values)
      : sameValue(one.values, other.values));
  const pairs = [
    ...leftList.rows.map((row) => [row, rightList.rows.find((other) => matches(row, other))] as const),
    ...rightList.rows
      .filter((row) => !leftList.rows.some((other) => matches(other, row)))
      .map((row) => [undefined, row] as const),
  ];
  return pairs.map(([leftRow, rightRow]) => ({
    ...line,
    key: `${line.key}.${(leftRow ?? rightRow).id}`,
    row: (leftRow ?? rightRow).values,
    isSame: leftRow !== undefined && rightRow !== undefined && sameValue(leftRow.values, rightRow.values),
    left: rowSide(left, leftList, leftRow, rightRow),
    right: rowSide(right, rightList, rightRow, leftRow),
  }));
}

function rowSide(target: Location, list: ListState, row: ListRow | undefined, other: ListRow | undefined): Side {
  const isOwn = row !== undefined && row.state !== 'inherited';
  const hidden = other && list.hidden.find(({ id }) => id === other.id);
  const lockedBy = row?.lockedBy?.name ?? (hidden && !hidden.own ? hidden.place.name : null);
  return {
    value: row?.values,
    isSet: row !== undefined,
    source: row && !isOwn ? row.place.name : null,
    isOwn,
    since: isOwn ? row.since : null,
    timeZone: target.state.timeZone,
    lockedBy,
    copy: target.isPast
      ? { reason: 'past' }
      : !target.state.can.edit
        ? { reason: 'denied' }
        : lockedBy !== null
          ? { reason: 'locked', by: lockedBy }
          : { row: rowCopy(row, other, hidden !== undefined) },
  };
}

/** What makes `row` of a list like `other`: either may be missing. */
function rowCopy(row: ListRow | undefined, other: ListRow | undefined, isHiddenHere: boolean) {
  if (row && !other) return { id: row.id, change: row.state === 'added' ? null : ({ action: 'hide' } as const) };
  const { id, values } = other!;
  if (row) {
    const { mode } = row;
    if (row.state === 'added') return { id: row.id, change: { action: 'add', values, mode } as const };
    if (row.inherited && sameValue(row.inherited, values)) return { id: row.id, change: null };
    return { id: row.id, change: { action: 'replace', values, mode } as const };
  }
  if (isHiddenHere) return { id, change: { action: 'replace', values, mode: 'free' } as const };
  return { id: crypto.randomUUID(), change: { action: 'add', after: 'last', values, mode: 'free' } as const };
}

/** The fields to save at one location, by section. Rows of one list are saved together. */
export function copiedFields(copies: readonly { readonly line: Line; readonly copy: Copy }[]) {
  const sections: Partial<Record<SectionName, Record<string, StoredInput>>> = {};
  for (const { line, copy } of copies) {
    const fields = (sections[line.section] ??= {});
    if ('field' in copy) fields[line.field] = copy.field;
    else {
      const list = fields[line.field]?.value as ListInput | undefined;
      fields[line.field] = {
        value: { rows: { ...list?.rows, [copy.row.id]: copy.row.change } },
        mode: 'free',
      };
    }
  }
  return sections;
}

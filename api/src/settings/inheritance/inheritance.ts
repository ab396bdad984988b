import type { PathEntry } from '@storeward/contract/settings/lists/list-rows';
import type { ListAction } from '@storeward/contract/settings/lists/list-state';
import type { SectionError, SettingField } from '@storeward/contract/settings/engine/section';
import type { SectionName } from '@storeward/contract/settings/sections';
import type { FieldState, Override, PlannedValue } from '@storeward/contract/settings/engine/section-state';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import type { StoredPath } from '../path-entries.ts';
import type { DesiredFields, DesiredValue } from '../policy.ts';
import type { Explanation, SettingNode } from '../queries.ts';

/** A field of a section, with what is stored for it along the path of a node. */
export type FieldOnPath = {
  readonly section: SectionName;
  readonly name: string;
  readonly field: SettingField;
  readonly stored: StoredPath;
};

export type OverrideFilter = {
  readonly section: SectionName;
  readonly field: string;
  readonly search: string;
  /** As JSON. */
  readonly value: string | undefined;
  readonly action: ListAction | undefined;
  readonly limit: number;
  readonly offset: number;
};

/**
 * How the values that the nodes of a path store for one field combine: as a whole, or row by row. Desired values are by
 * stored name: the field's own, or that of a row of its list.
 */
export type Inheritance = {
  /** The explanation of the field at a node, from the values stored along the path. */
  explain(
    field: SettingField,
    targetId: string,
    entries: readonly (Explanation & PathEntry)[],
    planned: readonly PlannedValue[],
  ): FieldState;

  /** The stored value whose node is reported as the source of the effective one; undefined if there is none. */
  effectiveEntry<E extends PathEntry>(field: SettingField, chain: readonly E[]): E | undefined;

  /** Whether any value that the last node of a path stores takes effect there. */
  hasEffect(field: SettingField, chain: readonly PathEntry[], own: readonly PathEntry[]): boolean;

  /** Whether a draft may contain the value. */
  isDraft(field: SettingField, value: unknown): boolean;

  /** Converts the desired value of a request to values to store at a node. */
  toStored(
    name: string,
    field: SettingField,
    desired: DesiredValue,
    entries: readonly PathEntry[],
    node: string,
  ): (readonly [string, DesiredValue])[];

  /**
   * Parses and validates the values to store at a node. Those that stay as they are may be left out. Values that come
   * from storage contain encrypted secrets, which are not parsed.
   */
  validate(
    path: FieldOnPath,
    desired: DesiredFields,
    fromStorage: boolean,
  ): { readonly values: DesiredFields; readonly errors: readonly SectionError[] };

  /** Whether an earlier value may be stored again; `bounds` are the values above that will still restrict it. */
  mayRestore(path: FieldOnPath, desired: DesiredFields, bounds: readonly PathEntry[]): boolean;

  /** The values to store so that the effective value of an ancestor applies. */
  push(path: FieldOnPath, value: unknown): DesiredFields;

  /** The node's own value with the mode `locked`. */
  lock(path: FieldOnPath): DesiredFields;

  /** What a preview states about a node that has this effective value and stores these values. */
  reported(field: SettingField, value: unknown, own: readonly PathEntry[]): unknown;

  /** What the overrides of a field are found by. */
  readonly overridesBy: 'value' | 'action';

  /** A page of the nodes below one that override the field, with one row more than `limit`. */
  listOverrides(
    db: Db,
    scope: Scope,
    node: SettingNode,
    field: SettingField,
    filter: OverrideFilter,
  ): Promise<{ rows: Override[]; total: { total: number; totalIsEstimate?: true } }>;
};

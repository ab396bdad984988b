import type { ErrorCode } from '@storeward/contract/errors';
import { missingOf, withCountryCode } from '@storeward/contract/phone-number';
import { emptiedLists, hasConsistencyRules } from '@storeward/contract/settings/engine/field-conditions';
import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import {
  fieldOf,
  type SectionError,
  type SettingMode,
  storedFieldOf,
} from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { inheritanceOf } from '../inheritance/field-inheritance.ts';
import { withHiddenValues } from '../lists/hidden-values.ts';
import { nodeKey, storedPath } from '../path-entries.ts';
import { type DesiredFields, isUnchanged } from '../policy.ts';
import { effectiveValues } from '../resolve.ts';
import { sectionErrors } from '../section-errors.ts';

/** A stored value of a path; its node is identified by its path or by its id. */
export type PathValue = {
  readonly section: SectionName;
  readonly field: string;
  readonly value: unknown;
  readonly mode: SettingMode;
  readonly nodeId?: string;
  readonly tpath?: string;
};

/** What is stored for one section along the path of a node: above it, from the root down, and at the node itself. */
export type SectionOnPath = {
  readonly section: SectionName;
  readonly above: readonly PathValue[];
  readonly own: readonly PathValue[];
  /** The identifier that the node's own values share. */
  readonly node: string;
};

/** The fields of a section to change, by stored name, with their values before and after. */
export type SectionUpdate = {
  readonly section: SectionName;
  readonly after: DesiredFields;
  readonly before: DesiredFields;
  /** `after` as the audit records it: a hidden row with the values by which it can be named. */
  readonly audited: DesiredFields;
};

/** The outcome of planning a change of one section at one node. It can be applied if there are no errors. */
export type PlannedUpdate = {
  /** The errors of single values. */
  readonly errors: readonly SectionError[];
  /** The errors of the effective values together; looked for only if each value is valid. */
  readonly conflicts: readonly SectionError[];
  /** Without the fields that stay as they are. */
  readonly update: SectionUpdate;
};

/** Whether anything would be changed. */
export const changesAnything = ({ after }: SectionUpdate): boolean => Object.keys(after).length > 0;

/** The first error of a planned change, where one is reported per node. */
export const firstError = ({ errors, conflicts }: PlannedUpdate): ErrorCode | undefined =>
  (errors[0] ?? conflicts[0])?.code;

/**
 * Plans a change of one section at one node, by the rules that hold for every way to change settings: a form, an area,
 * bulk overrides, files and restored values. Of values that come from storage, secrets are encrypted and not parsed.
 */
export function planSection(
  path: SectionOnPath,
  desired: DesiredFields,
  { fromStorage }: { readonly fromStorage: boolean },
): PlannedUpdate {
  const { section, above, own, node } = path;
  const ownValues = new Map(own.map((entry) => [entry.field, entry]));
  const changed = (fields: DesiredFields) =>
    Object.entries(fields).filter(
      ([name, value]) => !isUnchanged(storedFieldOf(sectionOf(section), name), ownValues.get(name), value),
    );
  const validated = validate(path, Object.fromEntries(changed(desired)), fromStorage);
  const numbers = readNationalNumber(path, validated.values);
  const errors = [...validated.errors, ...numbers.errors];
  const after = changed(numbers.values);
  const update: SectionUpdate = {
    section,
    after: Object.fromEntries(after),
    before: Object.fromEntries(after.map(([name]) => [name, ownValues.get(name) ?? null])),
    audited: withHiddenValues(section, Object.fromEntries(after), [...above, ...own]),
  };
  const conflicts =
    errors.length === 0 && after.length > 0 ? consistencyErrors(section, [...above, ...own], update.after, node) : [];
  return { errors, conflicts, update };
}

/** Parses and validates each field on its own. */
function validate(
  { section, above, own, node }: SectionOnPath,
  desired: DesiredFields,
  fromStorage: boolean,
): { readonly values: DesiredFields; readonly errors: readonly SectionError[] } {
  const definition = sectionOf(section);
  const unknown = Object.keys(desired).filter((name) => !storedFieldOf(definition, name));
  if (unknown.length > 0)
    return { values: {}, errors: unknown.map((field) => ({ field, code: 'setting.unknownField' })) };
  const byField = Map.groupBy(Object.entries(desired), ([name]) => parseFieldName(name).field);
  const validated = [...byField].map(([name, values]) => {
    const field = fieldOf(definition, name)!;
    const stored = storedPath(name, { above, own, node });
    return inheritanceOf(field).validate({ section, name, field, stored }, Object.fromEntries(values), fromStorage);
  });
  return {
    values: Object.fromEntries(validated.flatMap(({ values }) => Object.entries(values))),
    errors: validated.flatMap(({ errors }) => errors),
  };
}

/** Gives a phone number the code of the country that is effective with it; a number that still has none is an error. */
function readNationalNumber(
  { section, above, own, node }: SectionOnPath,
  values: DesiredFields,
): { readonly values: DesiredFields; readonly errors: readonly SectionError[] } {
  const { field, country: countryField } = sectionOf(section).nationalNumber ?? {};
  const desired = field === undefined ? undefined : values[field];
  if (!field || !countryField || typeof desired?.value !== 'string') return { values, errors: [] };
  const { [countryField]: effective } = valuesBeforeAndAfter(section, [...above, ...own], values, node).after;
  const country = typeof effective === 'string' ? effective : '';
  const number = withCountryCode(desired.value, country);
  const code = missingOf(number, country);
  return { values: { ...values, [field]: { ...desired, value: number } }, errors: code ? [{ field, code }] : [] };
}

/**
 * The section's consistency errors for the effective values of a path with these changes at its last node; `targetKey`
 * identifies that node among the current values.
 */
export function consistencyErrors(
  name: SectionName,
  current: readonly PathValue[],
  changed: DesiredFields,
  targetKey: string,
): readonly SectionError[] {
  const section = sectionOf(name);
  if (!hasConsistencyRules(section)) return [];
  const { before, after } = valuesBeforeAndAfter(name, current, changed, targetKey);
  return [...emptiedLists(section, { before, after }), ...sectionErrors(section, after)];
}

/** The effective values at the last node of a path, without and with these changes at it. */
function valuesBeforeAndAfter(
  name: SectionName,
  current: readonly PathValue[],
  changed: DesiredFields,
  targetKey: string,
) {
  const desired = Object.entries(changed).flatMap(([field, value]) =>
    value ? [[name, field, value.value, value.mode, targetKey] as const] : [],
  );
  const toTuple = (entry: PathValue) => [name, entry.field, entry.value, entry.mode, nodeKey(entry)] as const;
  const others = current.filter((entry) => !(nodeKey(entry) === targetKey && entry.field in changed));
  return {
    before: effectiveValues(current.map(toTuple))(name),
    after: effectiveValues([...others.map(toTuple), ...desired])(name),
  };
}

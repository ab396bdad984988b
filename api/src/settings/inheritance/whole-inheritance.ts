import { resolveChain } from '@storeward/contract/settings/engine/effective-value';
import { equalValues, isSecret, keepsStored, parseValue, redact } from '@storeward/contract/settings/kinds/registry';
import type { PathEntry } from '@storeward/contract/settings/lists/list-rows';
import { sectionOf } from '@storeward/contract/settings/sections';
import { fieldState } from '../field-state.ts';
import type { StoredPath } from '../path-entries.ts';
import { valueError } from '../policy.ts';
import { listFieldOverrides } from '../radar/field-overrides.ts';
import type { FieldOnPath, Inheritance } from './inheritance.ts';

const ownValue = ({ own }: StoredPath): PathEntry | undefined => own.find(({ row }) => row === undefined);

/** A node inherits the value, or overrides it with one of its own. */
export const wholeInheritance: Inheritance = {
  explain: fieldState,
  effectiveEntry: (field, chain) => chain[resolveChain(field, chain).effectiveIndex],
  hasEffect: (field, chain) => resolveChain(field, chain).applies.at(-1) === true,
  isDraft: (field, value) => 'value' in parseValue(field, value),
  toStored: (name, _, desired) => [[name, desired]],

  validate({ section, name, field, stored }, { [name]: desired = null }, fromStorage) {
    // an omitted secret keeps its value; only its mode may change
    const isOmitted = desired !== null && keepsStored(field, desired.value);
    const kept = isOmitted ? ownValue(stored) : undefined;
    if (isOmitted && !kept) return { values: {}, errors: [] };
    const parsed = desired && !kept && !(fromStorage && isSecret(field)) ? parseValue(field, desired.value) : undefined;
    if (parsed && 'error' in parsed) {
      const parts = parsed.parts?.map(({ path, code }) => ({ field: `${name}.${path}`, code }));
      return { values: {}, errors: parts ?? [{ field: name, code: parsed.error }] };
    }
    const valid = parsed ?? kept;
    const value = desired && valid ? { value: valid.value, mode: desired.mode } : desired;
    const error = valueError(sectionOf(section), name, value, stored.above);
    return error ? { values: {}, errors: [{ field: name, code: error }] } : { values: { [name]: value }, errors: [] };
  },

  mayRestore: ({ section, name }, { [name]: desired = null }, bounds) =>
    valueError(sectionOf(section), name, desired, bounds) === undefined,

  push({ section, name, field, stored }, value) {
    const own = ownValue(stored);
    const desired = { value, mode: own?.mode ?? ('free' as const) };
    if (valueError(sectionOf(section), name, desired, stored.above) === undefined) return { [name]: desired };
    // nothing to store if the value is already effective through a lock above
    const chain = [...stored.above, ...stored.own];
    return equalValues(field, chain[resolveChain(field, chain).effectiveIndex]?.value, value)
      ? {}
      : { [name]: desired };
  },

  lock: ({ name, stored }: FieldOnPath) => ({ [name]: { value: ownValue(stored)?.value, mode: 'locked' } }),

  reported: (field, value) => redact(field, value === undefined ? field.defaultValue : value),
  overridesBy: 'value',
  listOverrides: listFieldOverrides,
};

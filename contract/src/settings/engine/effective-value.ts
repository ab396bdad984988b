import { matchesSchema } from '../kinds/registry.ts';
import { isLessStrict, type SettingField, type SettingMode } from './section.ts';

/** A value stored for a field at one node of the path from the root. */
export type StoredValue = { readonly value: unknown; readonly mode: SettingMode };

/** Whether a stored value restricts the nodes below its own. */
const isRestrictive = (field: SettingField, stored: StoredValue): boolean =>
  stored.mode !== 'free' && matchesSchema(field, stored.value);

/** Whether the value stored at an ancestor forbids this value below it. */
const forbids = (field: SettingField, above: StoredValue, value: unknown): boolean =>
  above.mode === 'locked' || (above.mode === 'tighten' && isLessStrict(field, value, above.value));

/** The value above a node that restricts it most: the highest lock, else the strictest "tighten" value. */
export function findBound<S extends StoredValue>(field: SettingField, above: readonly S[]): S | undefined {
  const restrictive = above.filter((entry) => isRestrictive(field, entry));
  return (
    restrictive.find(({ mode }) => mode === 'locked') ??
    restrictive.reduce<S | undefined>(
      (strictest, entry) => (strictest && isLessStrict(field, entry.value, strictest.value) ? strictest : entry),
      undefined,
    )
  );
}

/** Whether a value is allowed at a node below all these ancestor values. */
export const isAllowedBelow = (field: SettingField, value: unknown, above: readonly StoredValue[]): boolean =>
  !above.some((entry) => isRestrictive(field, entry) && forbids(field, entry, value));

/**
 * The inheritance of settings: resolves the values stored for a field from the root down to a node. `applies` states
 * for each value whether it takes effect: no ancestor has locked the field, and the value is not less strict than any
 * ancestor's "tighten" value. `effectiveIndex` is the index of the lowest value that applies, -1 if there is none.
 */
export function resolveChain<S extends StoredValue>(
  field: SettingField,
  chain: readonly S[],
): { applies: boolean[]; effectiveIndex: number } {
  const applies = chain.map(
    (entry, index) => matchesSchema(field, entry.value) && isAllowedBelow(field, entry.value, chain.slice(0, index)),
  );
  return { applies, effectiveIndex: applies.lastIndexOf(true) };
}

import { isAllowedBelow, type StoredValue } from '@storeward/contract/settings/engine/effective-value';
import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import { fieldOf } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';

/** Values of a node by field or row of a list. */
export type Bounds = ReadonlyMap<string, StoredValue>;

/** Whether a value is not allowed below these: of the same field, of its list, or of the same row. */
export function isForbidden(section: SectionName, name: string, value: unknown, bounds: Bounds): boolean {
  const { field, row } = parseFieldName(name);
  const bound = bounds.get(field);
  if (row === undefined) {
    const definition = fieldOf(sectionOf(section), field);
    return bound !== undefined && definition !== undefined && !isAllowedBelow(definition, value, [bound]);
  }
  const isHiding = (value as { readonly action?: unknown } | null)?.action === 'hide';
  return bound?.mode === 'locked' || bounds.get(name)?.mode === 'locked' || (bound?.mode === 'tighten' && !isHiding);
}

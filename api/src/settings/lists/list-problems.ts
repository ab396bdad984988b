import { defaultMaxRows, isRowWise } from '@storeward/contract/settings/kinds/list';
import { resolveRows } from '@storeward/contract/settings/list-rows';
import type { SettingMode } from '@storeward/contract/settings/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { pathEntries } from '../path-entries.ts';

type StoredEntry = {
  readonly field: string;
  readonly value: unknown;
  readonly mode: SettingMode;
  readonly tpath?: string;
  readonly nodeId?: string;
};

/** A problem of a list at a node; `key` tells one problem of the section's lists from another. */
export type ListProblem = { readonly field: string; readonly key: string };

/**
 * What a reader of the last node's row-wise lists should know: rows that are shadowed, operations without effect, and
 * lists that are too long.
 */
export function listProblems(section: SectionName, entries: readonly StoredEntry[]): ListProblem[] {
  return Object.entries(sectionOf(section).fields).flatMap(([field, definition]) => {
    const stored = isRowWise(definition) ? pathEntries(field, entries) : [];
    if (stored.length === 0) return [];
    const { rows, shadowed, dormant } = resolveRows(definition, stored);
    return [
      ...shadowed.map(({ row }) => `shadowed ${row.id}`),
      ...dormant.map(({ id, entry }) => `dormant ${entry.node} ${id}`),
      ...(rows.length > (definition.maxRows ?? defaultMaxRows) ? ['tooLong'] : []),
    ].map((problem) => ({ field, key: `${field} ${problem}` }));
  });
}

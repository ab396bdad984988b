import { defaultMaxRows } from '@storeward/contract/settings/kinds/list';
import { resolveRows } from '@storeward/contract/settings/lists/list-rows';
import { rowWiseLists, type SettingMode } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { pathEntries } from '../path-entries.ts';

type StoredEntry = {
  readonly field: string;
  readonly value: unknown;
  readonly mode: SettingMode;
  readonly tpath?: string;
  readonly nodeId?: string;
};

/** A problem of a list at a node; `key` distinguishes the problems of the section's lists. */
export type ListProblem = { readonly field: string; readonly key: string };

/**
 * Problems of the row-wise lists of the last node: shadowed rows, operations without effect, and lists that are too
 * long.
 */
export function listProblems(section: SectionName, entries: readonly StoredEntry[]): ListProblem[] {
  return rowWiseLists(sectionOf(section)).flatMap(([field, definition]) => {
    const stored = pathEntries(field, entries);
    if (stored.length === 0) return [];
    const { rows, shadowed, dormant } = resolveRows(definition, stored);
    return [
      ...shadowed.map(({ row }) => `shadowed ${row.id}`),
      ...dormant.map(({ id, entry }) => `dormant ${entry.node} ${id}`),
      ...(rows.length > (definition.maxRows ?? defaultMaxRows) ? ['tooLong'] : []),
    ].map((problem) => ({ field, key: `${field} ${problem}` }));
  });
}

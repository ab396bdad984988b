import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import { liveRows, resolveRows } from '@storeward/contract/settings/lists/list-rows';
import { RowOperation } from '@storeward/contract/settings/lists/list-state';
import { rowWiseList } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { type StoredEntry, pathEntries } from '../path-entries.ts';
import type { DesiredFields, DesiredValue } from '../policy.ts';

/** Adds to each operation that hides a row the values of that row, by which the audit can name it. */
export function withHiddenValues(
  section: SectionName,
  fields: DesiredFields,
  entries: readonly StoredEntry[],
): DesiredFields {
  const lists = new Map<string, ReturnType<typeof liveRows>>();
  return Object.fromEntries(
    Object.entries(fields).map(([name, desired]): [string, DesiredValue] => {
      const { field, row } = parseFieldName(name);
      const list = rowWiseList(sectionOf(section), field);
      const operation = RowOperation.safeParse(desired?.value).data;
      if (!desired || !list || row === undefined || operation?.action !== 'hide') return [name, desired];
      const rows = lists.get(field) ?? liveRows(resolveRows(list, pathEntries(field, entries)));
      lists.set(field, rows);
      const values = rows.get(row)?.values;
      return [name, { ...desired, value: { ...operation, ...(values && { values }) } }];
    }),
  );
}

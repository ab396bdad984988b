import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import type { PathEntry } from '@storeward/contract/settings/lists/list-rows';
import type { SettingMode } from '@storeward/contract/settings/engine/section';

/**
 * One stored value of a path, as the database functions return it; `node` is equal for all values of one node. The field
 * of a row of a list is `list/row`.
 */
export type SettingTuple = readonly [
  section: string,
  field: string,
  value: unknown,
  mode: SettingMode,
  node: string | number,
];

/** A stored value with its node, which is identified by its path or by its id. */
export type StoredEntry = {
  readonly field: string;
  readonly value: unknown;
  readonly mode: SettingMode;
  readonly tpath?: string;
  readonly nodeId?: string;
};

/** The values stored for one field and for the rows of its list. Values of one node are identified in the same way. */
export const pathEntries = <E extends StoredEntry>(field: string, entries: readonly E[]): (E & PathEntry)[] =>
  entries.flatMap((entry) => {
    const name = parseFieldName(entry.field);
    return name.field === field ? [{ ...entry, row: name.row, node: nodeKey(entry) }] : [];
  });

/** The identifier that all values of one node share. */
export const nodeKey = ({ tpath, nodeId }: Pick<StoredEntry, 'tpath' | 'nodeId'>): string => tpath ?? nodeId ?? '';

/** What is stored for one field, and for the rows of its list, along the path of a node. */
export type StoredPath = {
  /** The values stored at the ancestors, from the root down. */
  readonly above: readonly PathEntry[];
  /** The values stored at the node itself. */
  readonly own: readonly PathEntry[];
  /** The identifier that the node's own values share. */
  readonly node: string;
};

/** What is stored for one field, of the values of a path. */
export const storedPath = (
  field: string,
  { above, own, node }: { above: readonly StoredEntry[]; own: readonly StoredEntry[]; node: string },
): StoredPath => ({ above: pathEntries(field, above), own: pathEntries(field, own), node });

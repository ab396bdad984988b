import { normalised, visibleText } from '@storeward/contract/fields';
import { childNodeTypes } from '@storeward/contract/nodes/node-types';
import type { Cells, FileRow, ImportContext } from '../../imports/kind.ts';
import { listNodeStates, listRoots, type NodeState } from '../commands/state-queries.ts';

export type RowsByKey = (keys: readonly string[]) => Promise<ReadonlyMap<string, FileRow>>;

/** A value that nodes without one of their own take from the nearest node above that has one. */
export type InheritedValue = {
  /** The node's own value, empty for none. A row takes precedence over the stored node, as the node will be like the row. */
  own(cells: Cells | undefined, node: NodeState | undefined): string;
  /** The value that applies to the topmost node of the scope. */
  outside(context: ImportContext, tpath: string): Promise<string | null>;
};

export const parentKeyOf = (cells: Cells | undefined, node: NodeState | undefined): string =>
  normalised(visibleText(cells?.get('parentCode') ?? node?.parentCode ?? ''));

/** The values that apply to nodes once the file is imported, by their keys; empty where no node has one. */
export async function inheritedValues(
  context: ImportContext,
  keys: readonly string[],
  rowsByKey: RowsByKey,
  value: InheritedValue,
  levels = childNodeTypes.length + 1,
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0 || levels === 0) return new Map();
  const { db, actor } = context;
  const [states, roots, fileRows] = await Promise.all([
    listNodeStates(db, actor.scope, { keys }, { lock: false }),
    listRoots(db, actor.scope),
    rowsByKey(keys.filter(Boolean)),
  ]);
  const stored = new Map([
    ...roots.map((root) => ['', root] as const),
    ...states.map((node) => [node.key, node] as const),
  ]);
  const values = new Map<string, string>();
  const parentKeys = new Map<string, string>();
  for (const key of keys) {
    const node = stored.get(key);
    const fileRow = fileRows.get(key);
    const cells = fileRow?.outcome === 'wrong' ? undefined : fileRow?.cells;
    const own = value.own(cells, node);
    if (own) values.set(key, own);
    else if (node?.tpath === actor.scope.lo) values.set(key, (await value.outside(context, node.tpath)) ?? '');
    else if (node || cells) parentKeys.set(key, parentKeyOf(cells, node));
  }
  const above = await inheritedValues(context, [...new Set(parentKeys.values())], rowsByKey, value, levels - 1);
  for (const [key, parentKey] of parentKeys) values.set(key, above.get(parentKey) ?? '');
  return values;
}

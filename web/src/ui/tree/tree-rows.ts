/** A tree entry with a `value` of any type. */
export type TreeItem<T> = {
  id: string;
  text: string;
  /** Whether it has children; they are loaded when it opens. */
  children: boolean;
  detail?: string;
  muted?: boolean;
  tag?: string;
  /** In a checkable tree: the entry's own state, or `mixed` if only some descendants are checked. */
  checked?: boolean | 'mixed';
  /** The checkbox cannot be changed. */
  disabled?: boolean;
  value: T;
};

/** The children of an entry: loading, failed, or the loaded items with the number not loaded yet. */
export type Branch<T> =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; items: readonly TreeItem<T>[]; remaining: number; loadingMore?: boolean };

/** Returns the children of an entry, or the roots for null. */
export type BranchOf<T> = (parentId: string | null) => Branch<T> | undefined;

type RowBase = { key: string; level: number; parentId: string | null };

/** A visible tree row: an item, or a status row (loading, failed, "show more"). */
export type TreeRow<T> =
  | (RowBase & { kind: 'item'; item: TreeItem<T>; position: number; size: number; open: boolean })
  | (RowBase & { kind: 'loading' })
  | (RowBase & { kind: 'failed' })
  | (RowBase & { kind: 'more'; count: number });

/** Flattens the expanded part of a tree into rows from top to bottom. */
export function treeRows<T>(branch: BranchOf<T>, open: ReadonlySet<string>): TreeRow<T>[] {
  const rows: TreeRow<T>[] = [];
  addBranch(rows, branch, open, { parentId: null, level: 1 });
  return rows;
}

function addBranch<T>(
  rows: TreeRow<T>[],
  branch: BranchOf<T>,
  open: ReadonlySet<string>,
  parent: { parentId: string | null; level: number },
) {
  const { parentId, level } = parent;
  const statusRow = (kind: string) => ({ key: `${kind}:${parentId ?? ''}`, level, parentId });
  const children = branch(parentId);
  if (!children || children.state === 'loading') {
    rows.push({ kind: 'loading', ...statusRow('loading') });
    return;
  }
  if (children.state === 'failed') {
    rows.push({ kind: 'failed', ...statusRow('failed') });
    return;
  }
  const size = children.items.length + children.remaining;
  children.items.forEach((item, index) => {
    const isOpen = item.children && open.has(item.id);
    rows.push({ kind: 'item', key: item.id, level, parentId, item, position: index + 1, size, open: isOpen });
    if (isOpen) addBranch(rows, branch, open, { parentId: item.id, level: level + 1 });
  });
  if (children.loadingMore) rows.push({ kind: 'loading', ...statusRow('loading') });
  else if (children.remaining > 0) rows.push({ kind: 'more', ...statusRow('more'), count: children.remaining });
}

/** One entry of a tree, with whatever its screen wants to know of it. */
export type TreeItem<T> = {
  id: string;
  label: string;
  parent: boolean;
  detail?: string;
  muted?: boolean;
  tag?: string;
  /** Where entries can be ticked: whether this one is, or some of what lies below it. */
  checked?: boolean | 'mixed';
  /** Its tick cannot be changed. */
  disabled?: boolean;
  data: T;
};

/** What lies under an entry: on its way, not to be had, or the entries loaded so far with how many are left. */
export type Branch<T> =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; items: readonly TreeItem<T>[]; left: number; loadingMore?: boolean };

/** Looks up what lies under an entry, or under nothing for the roots. */
export type BranchOf<T> = (parentId: string | null) => Branch<T> | undefined;

type Place = { key: string; level: number; parentId: string | null };

/** One line of a tree as it is drawn: an entry, or a word about entries that are not there. */
export type TreeRow<T> =
  | (Place & { kind: 'item'; item: TreeItem<T>; position: number; size: number; open: boolean })
  | (Place & { kind: 'loading' })
  | (Place & { kind: 'failed' })
  | (Place & { kind: 'more'; count: number });

/** Lays a tree out as the lines that are to be seen, from top to bottom. */
export function treeRows<T>(branch: BranchOf<T>, open: ReadonlySet<string>): TreeRow<T>[] {
  const rows: TreeRow<T>[] = [];
  addBranch(rows, branch, open, { parentId: null, level: 1 });
  return rows;
}

function addBranch<T>(
  rows: TreeRow<T>[],
  branch: BranchOf<T>,
  open: ReadonlySet<string>,
  place: { parentId: string | null; level: number },
) {
  const { parentId, level } = place;
  const word = (kind: string) => ({ key: `${kind}:${parentId ?? ''}`, level, parentId });
  const under = branch(parentId);
  if (!under || under.state === 'loading') {
    rows.push({ kind: 'loading', ...word('loading') });
    return;
  }
  if (under.state === 'failed') {
    rows.push({ kind: 'failed', ...word('failed') });
    return;
  }
  const size = under.items.length + under.left;
  under.items.forEach((item, at) => {
    const isOpen = item.parent && open.has(item.id);
    rows.push({ kind: 'item', key: item.id, level, parentId, item, position: at + 1, size, open: isOpen });
    if (isOpen) addBranch(rows, branch, open, { parentId: item.id, level: level + 1 });
  });
  if (under.loadingMore) rows.push({ kind: 'loading', ...word('loading') });
  else if (under.left > 0) rows.push({ kind: 'more', ...word('more'), count: under.left });
}

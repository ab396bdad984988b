import type { NodeType } from '@storeward/contract/access';
import type { nodeLevelColumns } from '@storeward/contract/nodes/node-import';
import type { DerivedBranch, LevelRow } from '../../imports/kind.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { listNodeStates, listRoots, type NodeState } from '../commands/state-queries.ts';

export type LevelColumn = (typeof nodeLevelColumns)[number];

/** A node above rows of a file: an existing one, or one that the file creates. */
export type Level = {
  readonly id: string | undefined;
  code: string;
  readonly nodeType: NodeType;
  readonly name: string;
  readonly parent: Level | undefined;
  /** Whether its row in the file has no code, so that nothing can be below it. */
  readonly isInvalid?: boolean;
};

/** The state of a branch while its levels are resolved from the top. */
export type Branch = {
  readonly key: string;
  readonly names: readonly { readonly column: LevelColumn; readonly name: string }[];
  at: Level;
  /** Names of the nodes at and above the starting node of the branch, by type. */
  readonly above: ReadonlyMap<NodeType, string>;
  result?: DerivedBranch;
};

/**
 * The nodes above others that have rows of their own in the file. A row states name and parent of its node as they are
 * after the import, so it takes precedence over an existing node.
 */
export async function openLevelRows(db: Db, actor: Actor, levelRows: readonly LevelRow[]) {
  const stored = await listStored(db, actor, levelRows);
  const levelByKey = new Map<string, Level>();

  /** The parent of a row: the one named by its columns, or by its code, or its current one. */
  function parentOf(row: LevelRow, branchOf: (key: string) => Branch | undefined): Level | undefined {
    if (row.branch !== undefined) {
      const branch = branchOf(row.branch);
      return branch?.result ? undefined : branch?.at;
    }
    if (row.parentKey !== '') return levelByKey.get(row.parentKey) ?? stored.byKey.get(row.parentKey);
    if (row.type === 'COMPANY') return stored.root;
    return stored.byId.get(stored.byKey.get(row.key)?.parentId ?? '');
  }

  return {
    /** Resolves the nodes of one type, once everything above them is known; a row whose parent is unknown has none. */
    place(type: NodeType, branchOf: (key: string) => Branch | undefined): Level[] {
      return levelRows.flatMap((row) => {
        const parent = row.type === type ? parentOf(row, branchOf) : undefined;
        if (!parent) return [];
        const { key, code, name } = row;
        const level = { id: stored.byKey.get(key)?.id, code, nodeType: type, name, parent, isInvalid: key === '' };
        levelByKey.set(key, level);
        return [level];
      });
    },
  };
}

/** The stored nodes of the rows and of their parents. */
async function listStored(db: Db, { scope }: Actor, levelRows: readonly LevelRow[]) {
  const keys = levelRows.flatMap(({ key, parentKey }) => [key, parentKey]);
  const [nodes, roots] = await Promise.all([
    listNodeStates(db, scope, { keys: [...new Set(keys)].filter(Boolean) }, { lock: false }),
    listRoots(db, scope),
  ]);
  const parentIds = [...new Set(nodes.flatMap(({ parentId }) => parentId ?? []))];
  const parents = await listNodeStates(db, scope, { ids: parentIds }, { lock: false });
  const levelOf = (node: NodeState) => ({ ...node, parent: undefined });
  return {
    byKey: new Map(nodes.map((node) => [node.key, levelOf(node)])),
    byId: new Map(parents.map((node) => [node.id, levelOf(node)])),
    root: roots.map(levelOf)[0],
  };
}

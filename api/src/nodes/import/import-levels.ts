import type { NodeType } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import { codeFromName, nodeLevelColumns } from '@storeward/contract/nodes/node-import';
import { childNodeTypes, typesAbove, typesBelow } from '@storeward/contract/nodes/node-types';
import type { DerivedBranch, DerivedLevels, DerivedRow } from '../../imports/kind.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { listNodeStates, listTakenCodes } from '../commands/state-queries.ts';
import { listPathNodes } from '../queries.ts';
import { parseNodeType } from './import-cells.ts';
import { listChildrenByName } from './level-queries.ts';
import { type Branch, type Level, type LevelColumn, openLevelRows } from './level-rows.ts';

/** Finds or creates the nodes above rows by the names in columns of the file. */
export const nodeLevels: DerivedLevels = {
  branchOf(cells) {
    const ownType = parseNodeType(cells);
    const columns = nodeLevelColumns.filter(
      ({ type }) => !ownType || childNodeTypes.indexOf(type) < childNodeTypes.indexOf(ownType),
    );
    const names = columns.map(({ name }) => (cells.get(name) ?? '').replace(/\s+/gu, ' ').trim());
    return names.some(Boolean) ? JSON.stringify([normalised(cells.get('parentCode') ?? ''), ...names]) : undefined;
  },

  levelOf(cells) {
    const type = parseNodeType(cells);
    if (!nodeLevelColumns.some((column) => column.type === type) || !type) return undefined;
    return { type, code: cells.get('code') ?? '', name: cells.get('name') ?? '' };
  },

  async derive({ db, actor }, keys, { takenKeys, levelRows }) {
    const branches = await openBranches(db, actor, keys);
    const ownRows = await openLevelRows(db, actor, levelRows);
    const byKey = new Map(branches.map((branch) => [branch.key, branch]));
    const created: Level[] = [];
    for (const column of nodeLevelColumns) {
      const listed = ownRows.place(column.type, (key) => byKey.get(key));
      await resolveLevel(db, actor, branches, { column, listed, created });
    }
    await assignCodes(db, actor, created, takenKeys);
    return {
      rows: created.map(toRow),
      byBranch: new Map(branches.map(({ key, at, result }) => [key, result ?? branchResult(at)])),
    };
  },
};

const branchResult = ({ code }: Level): DerivedBranch => ({
  dependsOn: normalised(code),
  derived: { parentCode: code },
});

/** The branches with their starting nodes: the one that a row names by code, else the root of the scope. */
async function openBranches(db: Db, actor: Actor, keys: readonly string[]): Promise<Branch[]> {
  const parsed = keys.map((key) => {
    const [parentKey = '', ...names] = JSON.parse(key) as string[];
    return { key, parentKey, names };
  });
  const [byCode, roots] = await Promise.all([
    listNodeStates(db, actor.scope, { keys: [...new Set(parsed.map(({ parentKey }) => parentKey))] }, { lock: false }),
    listNodeStates(db, actor.scope, { ids: actor.rootNode ? [actor.rootNode.id] : [] }, { lock: false }),
  ]);
  const starts = new Map([
    ...byCode.map((node) => [node.key, node] as const),
    ...roots.map((node) => ['', node] as const),
  ]);
  const pathNodes = await listPathNodes(
    db,
    actor.scope,
    [...starts.values()].map(({ tpath }) => tpath),
  );
  const unknown: Level = { id: undefined, code: '', nodeType: 'GLOBAL', name: '', parent: undefined };
  return parsed.map(({ key, parentKey, names }): Branch => {
    const start = starts.get(parentKey);
    const above = pathNodes.filter(({ tpath }) => start?.tpath.startsWith(tpath));
    return {
      key,
      names: names.flatMap((name, index) => (name === '' ? [] : [{ column: nodeLevelColumns[index]!, name }])),
      at: start ? { ...start, parent: undefined } : unknown,
      above: new Map([...actor.ancestors, ...above].map((node) => [node.nodeType, normalised(node.name)])),
      ...(!start && { result: { faults: [{ column: 'parentCode', messageCode: 'import.parentUnknown' }] } }),
    };
  });
}

/**
 * Moves all branches that name a node of this level down to it: one that the file lists in a row of its own, else an
 * existing one, else a new one, which is added to `created`.
 */
async function resolveLevel(
  db: Db,
  actor: Actor,
  branches: readonly Branch[],
  {
    column,
    listed,
    created,
  }: { readonly column: LevelColumn; readonly listed: readonly Level[]; readonly created: Level[] },
): Promise<void> {
  const { type } = column;
  const nameOf = (branch: Branch) => branch.names.find((entry) => entry.column === column)?.name;
  const open = branches.flatMap((branch) => {
    const name = nameOf(branch);
    if (branch.result || name === undefined) return [];
    const nameAbove = branch.above.get(type);
    // at or above the starting node of the branch
    if (nameAbove === normalised(name)) return [];
    const error = nameAbove === undefined ? levelError(branch.at.nodeType, column) : { ...unknownNode(column) };
    if (error) branch.result = { faults: [error] };
    return error ? [] : [{ branch, name, nameKey: normalised(name) }];
  });
  const existing = await listChildrenByName(db, actor.scope, {
    parentIds: [...new Set(open.flatMap(({ branch }) => branch.at.id ?? []))],
    nameKeys: [...new Set(open.map(({ nameKey }) => nameKey))],
    nodeType: type,
  });
  const found = Map.groupBy(existing, ({ parentId, nameKey }) => `${parentId} ${nameKey}`);
  const childrenOf = new Map<string | Level, Map<string, Level[]>>();
  const namedBelow = (parent: Level, nameKey: string): Level[] => {
    const children = childrenOf.get(identityOf(parent)) ?? new Map<string, Level[]>();
    childrenOf.set(identityOf(parent), children);
    const named = children.get(nameKey) ?? [];
    children.set(nameKey, named);
    return named;
  };
  for (const level of listed) if (level.parent) namedBelow(level.parent, normalised(level.name)).push(level);
  for (const { branch, name, nameKey } of open) {
    const parent = branch.at;
    const named = namedBelow(parent, nameKey);
    if (named.length === 0) {
      const matches = parent.id === undefined ? [] : (found.get(`${parent.id} ${nameKey}`) ?? []);
      named.push(...matches.map((match) => ({ ...match, nodeType: type, parent })));
    }
    if (named.length === 0) {
      const level = { id: undefined, code: '', nodeType: type, name, parent };
      named.push(level);
      created.push(level);
    }
    const [level, another] = named;
    if (another) branch.result = { faults: [{ column: column.name, messageCode: 'import.placeAmbiguous' }] };
    else if (level!.isInvalid) branch.result = { faults: [{ column: column.name, messageCode: 'import.parentWrong' }] };
    else branch.at = level!;
  }
}

/** Equal for all objects of one node. */
const identityOf = (level: Level) => level.id ?? level;

const unknownNode = ({ name }: LevelColumn) => ({ column: name, messageCode: 'import.placeUnknown' });

/** The error of a level that must not be directly below this type: a level between them is missing. */
function levelError(above: NodeType, { type, name }: LevelColumn) {
  if ((typesBelow(above) as readonly NodeType[]).includes(type)) return undefined;
  const [needed] = typesAbove(type);
  const missing = nodeLevelColumns.find((column) => column.type === needed);
  return missing
    ? { column: missing.name as string, messageCode: 'field.required' }
    : { column: name as string, messageCode: 'node.wrongParent' };
}

/** Gives new nodes codes from their names, with a number if a code is taken. */
async function assignCodes(db: Db, actor: Actor, created: readonly Level[], takenKeys: ReadonlySet<string>) {
  const assigned = new Set(takenKeys);
  const counts = new Map<string, number>();
  const propose = (level: Level): string => {
    const base = codeFromName(level.name);
    for (;;) {
      const count = (counts.get(base) ?? 0) + 1;
      counts.set(base, count);
      const code = count === 1 ? base : `${base}-${count}`;
      if (!assigned.has(normalised(code))) return code;
    }
  };
  for (let open = [...created]; open.length > 0;) {
    for (const level of open) {
      level.code = propose(level);
      assigned.add(normalised(level.code));
    }
    const taken = await listTakenCodes(
      db,
      actor.scope,
      open.map(({ code }) => normalised(code)),
    );
    open = open.filter(({ code }) => taken.has(normalised(code)));
  }
}

function toRow(level: Level): DerivedRow {
  const { code, name, nodeType, parent } = level;
  const names: Record<string, string> = {};
  for (let at: Level | undefined = level; at; at = at.parent) {
    const column = nodeLevelColumns.find(({ type }) => type === at?.nodeType);
    if (column) names[column.name] = at.name;
  }
  return {
    key: normalised(code),
    dependsOn: normalised(parent?.code ?? ''),
    rank: childNodeTypes.findIndex((type) => type === nodeType) + 1,
    derived: { ...names, type: nodeType, code, name, parentCode: parent?.code ?? '' },
  };
}

import type { SectionName } from '@storeward/contract/settings/sections';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import * as bulk from './bulk-queries.ts';
import * as queries from '../queries.ts';

/** A value stored above a node; `tpath` is set for nodes at or below the source. */
export type AncestorValue = Pick<queries.Explanation, 'section' | 'field' | 'value' | 'mode'> & {
  readonly tpath?: string;
};

/** Settings of several nodes at one time: values above each node, its own values and section versions. */
export type SettingsSnapshot = {
  readonly now: string;
  readonly source: bulk.BulkNode | undefined;
  readonly nodes: ReadonlyMap<string, bulk.BulkNode>;
  readonly above: (node: bulk.BulkNode) => readonly AncestorValue[];
  readonly own: (node: bulk.BulkNode) => readonly bulk.NodeValue[];
  readonly version: (node: bulk.BulkNode, section: SectionName) => number;
};

/** Replaces the stored values of a path by those that the same file will write there. */
export type Planned = (tpath: string, values: readonly bulk.NodeValue[]) => readonly AncestorValue[];

/** Loads the settings of nodes and their source with a constant number of queries. */
export async function loadSnapshot(
  { db, actor: { scope } }: { db: Db; actor: Actor },
  sourceId: string,
  ids: readonly string[],
  sections: readonly SectionName[],
  { lock, planned = (_, values) => values }: { lock: boolean; planned?: Planned },
): Promise<SettingsSnapshot> {
  const nodes = await bulk.listNodes(db, scope, [sourceId, ...ids], { lock });
  // read after locking, so that a waiting transaction gets a later time than the one it waited for
  const now = await bulk.currentTimestamp(db);
  const source = nodes.get(sourceId);
  const isBelow = ({ tpath }: bulk.BulkNode) => source !== undefined && tpath.startsWith(source.tpath);
  const paths = new Set(
    [...nodes.values()].flatMap((node) => [node.tpath, ...(isBelow(node) ? pathsAbove(node) : [])]),
  );
  // nodes that were moved out of the source's subtree need the values above their parent; this is rare
  const outsideParentIds = [...nodes.values()].flatMap((node) => (isBelow(node) ? [] : (node.parentId ?? [])));
  const [values, explanations, versions] = await Promise.all([
    bulk.listValuesAtPaths(db, scope, [...paths], sections),
    queries.listExplanations(
      db,
      scope,
      [...new Set([...(source ? [source.id] : []), ...outsideParentIds])],
      sections,
      now,
    ),
    bulk.listVersions(db, scope, ids, sections),
  ]);
  const valuesByPath = Map.groupBy(values, ({ tpath }) => tpath);
  const explanationsByNode = Map.groupBy(explanations, ({ forNode }) => forNode);
  const versionByKey = new Map(versions.map(({ nodeId, section, version }) => [`${nodeId} ${section}`, version]));
  return {
    now,
    source,
    nodes,
    above: (node) =>
      isBelow(node)
        ? [
            ...(explanationsByNode.get(sourceId) ?? []).filter(({ nodeId }) => nodeId !== sourceId),
            ...pathsAbove(node).flatMap((path) => planned(path, valuesByPath.get(path) ?? [])),
          ]
        : (explanationsByNode.get(node.parentId ?? '') ?? []),
    own: ({ tpath }) => valuesByPath.get(tpath) ?? [],
    version: ({ id }, section) => versionByKey.get(`${id} ${section}`) ?? 0,
  };

  function pathsAbove(node: bulk.BulkNode): string[] {
    return source ? pathsBetween(source, node) : [];
  }
}

/** The paths from an ancestor (included) down to the parent of a node. */
export const pathsBetween = (root: { tpath: string }, { tpath }: { tpath: string }): string[] =>
  [...tpath.matchAll(/\./g)]
    .map(({ index }) => tpath.slice(0, index + 1))
    .filter((path) => path.length >= root.tpath.length && path !== tpath);

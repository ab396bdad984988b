import { parseFieldName } from '@storeward/contract/settings/field-name';
import { type SettingMode, storedFieldOf } from '@storeward/contract/settings/section';
import { requiredCode } from '@storeward/contract/settings/field-conditions';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { insertAudits } from '../../audit/queries.ts';
import type { ImportContext, WrittenRecord, WrittenRow } from '../../imports/kind.ts';
import { newId } from '../../platform/database/ids.ts';
import { type BulkNode, listSupersededNodes, listUnchangedSinceRun } from './bulk-queries.ts';
import { type SectionUpdate } from './bulk-rules.ts';
import { type AncestorValue, type SettingsSnapshot, loadSnapshot } from './bulk-snapshot.ts';
import { consistencyErrors, auditFields } from '../changes/change.ts';
import { insertChanges, listFieldChanges, type NewChange } from '../changes/change-queries.ts';
import type { DesiredFields } from '../policy.ts';
import { mayRestore } from '../changes/restore-rules.ts';

/** The changes of one node: for each section the fields before and after, taking effect at `now`. */
export type NodeChange = {
  readonly node: BulkNode;
  readonly now: string;
  readonly updates: readonly (SectionUpdate & { readonly version: number })[];
};

/** Stored with an import row as its previous state: the id of the change written to each section. */
type ChangeIdsBySection = Readonly<Record<string, string>>;

/** Writes the changes of several nodes and returns for each row the data for its undo. */
export async function writeNodeChanges(
  context: ImportContext,
  changes: readonly NodeChange[],
  reason: string | null,
): Promise<WrittenRecord[]> {
  const changeIdsBySection = await writeUpdates(context, changes, reason);
  return changes.map(({ node, updates }, index): WrittenRecord => {
    return { entityId: node.id, version: sumVersions(updates), before: changeIdsBySection[index] };
  });
}

/** Reverts written rows of nodes below the source. Rows that have been changed since are kept. */
export async function revertNodeChanges(
  context: ImportContext,
  rows: readonly WrittenRow[],
  { sourceId, reason }: { sourceId: string; reason: string | null },
): Promise<('undone' | 'kept')[]> {
  const { db, actor } = context;
  const ids = rows.map(({ entityId }) => entityId);
  const changeIds = rows.flatMap(({ before }) => Object.values(before as ChangeIdsBySection));
  const snapshot = await loadSnapshot(context, sourceId, ids, sectionNames, { lock: true });
  const [fields, superseded, boundsFor] = await Promise.all([
    listFieldChanges(db, actor.scope, changeIds),
    listSupersededNodes(db, actor.scope, changeIds),
    loadLastingBounds(context, snapshot),
  ]);
  const fieldsByChange = Map.groupBy(fields, ({ changeId }) => changeId);
  const before = (changeId: string) => fieldsByChange.get(changeId) ?? [];
  const reverts = rows.map((row) =>
    superseded.has(row.entityId) ? undefined : buildRevert(context, row, snapshot, { before, boundsFor }),
  );
  await writeUpdates(
    context,
    reverts.flatMap((change) => change ?? []),
    reason,
  );
  return reverts.map((change) => (change ? 'undone' : 'kept'));
}

const sumVersions = (updates: NodeChange['updates']) => updates.reduce((sum, { version }) => sum + version, 0);

type FieldBefore = {
  readonly field: string;
  readonly before: { readonly value: unknown; readonly mode: SettingMode } | null;
};

/** The restrictive values above each node, without those that this run wrote, since they are reverted as well. */
async function loadLastingBounds(
  { db, actor, runId }: ImportContext,
  { nodes, above }: SettingsSnapshot,
): Promise<(node: BulkNode) => readonly AncestorValue[]> {
  const restrictive = (node: BulkNode) => above(node).filter(({ mode }) => mode !== 'free');
  const paths = new Set([...nodes.values()].flatMap((node) => restrictive(node).flatMap(({ tpath }) => tpath ?? [])));
  const fromThisRun = await listUnchangedSinceRun(db, actor.scope, runId, [...paths], sectionNames);
  const fromThisRunKeys = new Set(fromThisRun.map(({ tpath, section }) => `${tpath} ${section}`));
  return (node) => restrictive(node).filter(({ tpath, section }) => !fromThisRunKeys.has(`${tpath} ${section}`));
}

type RevertLookups = {
  readonly before: (changeId: string) => readonly FieldBefore[];
  readonly boundsFor: (node: BulkNode) => readonly AncestorValue[];
};

/**
 * The change that reverts one row; undefined if the row has been changed since or its old values are no longer valid.
 */
function buildRevert(
  { actor }: ImportContext,
  { entityId, before: remembered, version }: WrittenRow,
  snapshot: SettingsSnapshot,
  { before, boundsFor }: RevertLookups,
): NodeChange | undefined {
  const node = snapshot.nodes.get(entityId);
  if (!node) return undefined;
  const nodeBounds = boundsFor(node);
  const updates = Object.entries(remembered as ChangeIdsBySection).map(([name, changeId]) => {
    const section = name as SectionName;
    const own = snapshot.own(node).filter((entry) => entry.section === section);
    const fields = before(changeId).filter(({ field }) => storedFieldOf(sectionOf(section), field));
    const after: DesiredFields = Object.fromEntries(fields.map(({ field, before: previous }) => [field, previous]));
    const current = fields.map(({ field }) => [field, own.find((entry) => entry.field === field) ?? null] as const);
    const above = snapshot.above(node).filter((entry) => entry.section === section);
    const bounds = nodeBounds.filter((entry) => entry.section === section);
    const isValid =
      Object.entries(after).every((value) => mayRestore(actor, node, section, value, { own, above, bounds })) &&
      consistencyErrors(
        section,
        [...above, ...own],
        after,
        node.tpath,
        // a required field without a value before the run may be without one again
      ).every(({ field, code }) => code === requiredCode(sectionOf(section), field) && wasUnset(field, after));
    const nextVersion = snapshot.version(node, section) + 1;
    return { section, after, before: Object.fromEntries(current), version: nextVersion, isValid };
  });
  // reverts only if every section still has the version that the row wrote
  if (sumVersions(updates) - updates.length !== version || updates.some(({ isValid }) => !isValid)) return undefined;
  return { node, now: snapshot.now, updates };
}

/** Whether the previous fields have no value of a field, or of any row of a list. */
function wasUnset(field: string, previous: DesiredFields): boolean {
  const values = Object.entries(previous).filter(([name]) => parseFieldName(name).field === field);
  return values.length > 0 && values.every(([, value]) => value === null);
}

/** Writes the changes section by section with their audit records. Returns the change ids of each node. */
async function writeUpdates(
  { db, actor, origin, runId }: ImportContext,
  changes: readonly NodeChange[],
  reason: string | null,
): Promise<Record<string, string>[]> {
  const { scope, userId, sessionId } = actor;
  const changeIdsBySection: Record<string, string>[] = changes.map(() => ({}));
  for (const section of sectionNames) {
    const newChanges = changes.flatMap(({ node, updates, now }, index): (NewChange & { now: string })[] => {
      const update = updates.find((entry) => entry.section === section);
      if (!update) return [];
      const id = newId();
      changeIdsBySection[index]![section] = id;
      const values = Object.entries(update.after).map(([field, stored]) => ({
        id: newId(),
        field,
        own: stored !== null,
        value: stored?.value ?? null,
        mode: stored?.mode ?? ('free' as const),
      }));
      return [{ id, nodeId: node.id, tpath: node.tpath, version: update.version, values, now }];
    });
    const [first] = newChanges;
    if (!first) continue;
    const details = { section, begins: first.now, reason, runId };
    await insertChanges(
      db,
      scope,
      details,
      newChanges.map(({ now: _, ...change }) => change),
      userId,
    );
  }
  await insertAudits(
    db,
    scope,
    origin,
    changes.flatMap(({ node, updates }) =>
      updates.map(({ section, after, before }) => ({
        action: 'setting.changed' as const,
        entity: node.nodeType === 'ORGANIZATION' ? 'organisation' : 'node',
        entityId: node.id,
        tpath: node.tpath,
        actorId: userId,
        sessionId,
        before: auditFields(section, Object.entries(before)),
        after: auditFields(section, Object.entries(after)),
        runId,
        ...(reason && { reason }),
      })),
    ),
  );
  return changeIdsBySection;
}

import { requiredCode } from '@storeward/contract/settings/engine/field-conditions';
import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import { type SettingMode, storedFieldOf } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { ImportContext, WrittenRecord, WrittenRow } from '../../imports/kind.ts';
import { type BulkNode, listSupersededNodes, listUnchangedSinceRun } from '../bulk/bulk-queries.ts';
import { type AncestorValue, loadSnapshot, type SettingsSnapshot } from '../bulk/bulk-snapshot.ts';
import { listFieldChanges } from '../changes/change-queries.ts';
import { withHiddenValues } from '../lists/hidden-values.ts';
import type { DesiredFields } from '../policy.ts';
import { applySettings, type NodeChange } from './apply.ts';
import { consistencyErrors } from './plan.ts';
import { mayRestore } from './restore-rules.ts';

/** The changes of one node of a run, which take effect at `now`. */
export type RunChange = NodeChange<BulkNode> & { readonly now: string };

/** Stored with an import row as its previous state: the id of the change written to each section. */
type ChangeIdsBySection = Readonly<Record<string, string>>;

/** Writes the changes of several nodes and returns for each row the data for its undo. */
export async function writeNodeChanges(
  context: ImportContext,
  changes: readonly RunChange[],
  reason: string | null,
): Promise<WrittenRecord[]> {
  const changeIdsBySection = await applyRun(context, changes, reason);
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
  await applyRun(
    context,
    reverts.flatMap((change) => change ?? []),
    reason,
  );
  return reverts.map((change) => (change ? 'undone' : 'kept'));
}

const sumVersions = (updates: RunChange['updates']) => updates.reduce((sum, { version }) => sum + version, 0);

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
): RunChange | undefined {
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
    const audited = withHiddenValues(section, after, [...above, ...own]);
    return { section, after, before: Object.fromEntries(current), audited, version: nextVersion, isValid };
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

/** Writes the changes of a run; those of one transaction take effect together. */
async function applyRun(context: ImportContext, changes: readonly RunChange[], reason: string | null) {
  const [first] = changes;
  return first ? applySettings(context, changes, { begins: first.now, reason, runId: context.runId }) : [];
}

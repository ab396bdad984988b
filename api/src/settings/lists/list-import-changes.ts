import { type SectionName, sectionNames } from '@storeward/contract/settings/sections';
import type { ImportContext, WrittenRecord, WrittenRow } from '../../imports/kind.ts';
import type { BulkNode } from '../bulk/bulk-queries.ts';
import { loadSnapshot } from '../bulk/bulk-snapshot.ts';
import { listFieldChanges } from '../changes/change-queries.ts';
import type { DesiredFields, DesiredValue } from '../policy.ts';
import { mayRestore } from '../commands/restore-rules.ts';
import { type RunChange, writeNodeChanges } from '../commands/undo.ts';
import { withHiddenValues } from './hidden-values.ts';
import { listNamesChangedSince, listNamesUsedBelow } from './list-queries.ts';

/** The change of one line of a file. */
export type LineChange = {
  readonly node: BulkNode;
  readonly now: string;
  readonly section: SectionName;
  /** The stored name of the row. */
  readonly name: string;
  readonly before: DesiredValue;
  readonly after: DesiredValue;
  /** `after` as the audit records it. */
  readonly audited: DesiredValue;
  /** The version of the section before the change. */
  readonly version: number;
};

/** Stored with a line as its previous state. */
type WrittenLine = { readonly changeId: string; readonly section: SectionName; readonly name: string };

/** Writes the lines of each node as one change of each section. */
export async function writeLines(
  context: ImportContext,
  lines: readonly LineChange[],
  reason: string | null = null,
): Promise<WrittenRecord[]> {
  const linesByNode = [...Map.groupBy(lines, ({ node }) => node.id).values()];
  const written = await writeNodeChanges(context, linesByNode.map(toNodeChange), reason);
  const changeIds = new Map(written.map(({ entityId, before }) => [entityId, before as Record<string, string>]));
  return lines.map(({ node, section, name, version }) => ({
    entityId: node.id,
    version,
    before: { changeId: changeIds.get(node.id)?.[section] ?? '', section, name } satisfies WrittenLine,
  }));
}

function toNodeChange(lines: readonly LineChange[]): RunChange {
  const [first] = lines;
  if (!first) throw new Error('a change of a node has at least one line');
  // `before` is the state before the first of several lines of a row, `after` that after the last
  const fieldsOf = (section: SectionName, side: 'before' | 'after' | 'audited'): DesiredFields => {
    const ordered = lines.filter((line) => line.section === section);
    return Object.fromEntries(
      (side === 'before' ? ordered.toReversed() : ordered).map((line) => [line.name, line[side]]),
    );
  };
  return {
    node: first.node,
    now: first.now,
    updates: [...new Set(lines.map(({ section }) => section))].map((section) => ({
      section,
      before: fieldsOf(section, 'before'),
      after: fieldsOf(section, 'after'),
      audited: fieldsOf(section, 'audited'),
      version: (lines.find((line) => line.section === section)?.version ?? 0) + 1,
    })),
  };
}

/**
 * Restores the rows of written lines. Rows that have been changed since, that were added and nodes below use since, that
 * an ancestor has locked, or that the actor may not change are kept.
 */
export async function undoLines(context: ImportContext, rows: readonly WrittenRow[]): Promise<('undone' | 'kept')[]> {
  const { db, actor, runId } = context;
  const ids = [...new Set(rows.map(({ entityId }) => entityId))];
  const lines = rows.map(({ before }) => before as WrittenLine);
  const changeIds = [...new Set(lines.map(({ changeId }) => changeId))];
  const snapshot = await loadSnapshot(context, actor.rootNode?.id ?? '', ids, sectionNames, { lock: true });
  const [fields, changedSince, usedBelow] = await Promise.all([
    listFieldChanges(db, actor.scope, changeIds),
    listNamesChangedSince(db, actor.scope, changeIds),
    listNamesUsedBelow(db, actor.scope, runId, changeIds),
  ]);
  const restored = rows.map(({ entityId }, index): LineChange | undefined => {
    const { changeId, section, name } = lines[index]!;
    const node = snapshot.nodes.get(entityId);
    if (!node || changedSince.has(`${changeId} ${name}`)) return undefined;
    const after = fields.find((entry) => entry.changeId === changeId && entry.field === name)?.before ?? null;
    const own = snapshot.own(node).filter((entry) => entry.section === section);
    const above = snapshot.above(node).filter((entry) => entry.section === section);
    const isAllowed = mayRestore(actor, node, section, [name, after], { own, above, bounds: above });
    if (!isAllowed) return undefined;
    const before = own.find((entry) => entry.field === name) ?? null;
    if (isAddition(before) && !isAddition(after) && usedBelow.has(`${changeId} ${name}`)) return undefined;
    const { [name]: audited = null } = withHiddenValues(section, { [name]: after }, [...above, ...own]);
    return { node, now: snapshot.now, section, name, before, after, audited, version: snapshot.version(node, section) };
  });
  await writeLines(
    context,
    restored.flatMap((line) => line ?? []),
  );
  return restored.map((line) => (line ? 'undone' : 'kept'));
}

/** Whether a stored value adds a row, which nodes below may then replace or hide. */
const isAddition = (stored: DesiredValue): boolean =>
  (stored?.value as { action?: string } | undefined)?.action === 'add';

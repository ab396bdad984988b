import { type NodeType, permits } from '@storeward/contract/access';
import type { ErrorCode } from '@storeward/contract/errors';
import { normalised } from '@storeward/contract/fields';
import { type CellFault, statusIn } from '@storeward/contract/imports';
import { nodeColumns, type NodeColumn } from '@storeward/contract/node-import';
import { placeTypes, type PlaceType } from '@storeward/contract/nodes';
import type { FileRow, ImportContext, ImportKind, Judgement, ReadRow, Written } from '../imports/kind.ts';
import { newId } from '../platform/ids.ts';
import { inputFields, readInput, typeIn } from './import-cells.ts';
import {
  asItStands,
  asPlace,
  changed,
  filledIn,
  type NodeChange,
  putBack,
  type Told,
  writeDown,
} from './import-changes.ts';
import * as rows from './import-queries.ts';
import type { KnownNode } from './import-queries.ts';
import { nodeColumnsElsewhere } from './import-words.ts';
import { kindFault, moveFault, ownFault, regionFault } from './policy.ts';
import { tryHoldStructure } from './queries.ts';
import * as tree from './tree-queries.ts';

/** What rows are judged by, besides themselves. */
type Ground = {
  readonly context: ImportContext;
  readonly known: ReadonlyMap<string, KnownNode>;
  readonly planned: ReadonlyMap<string, FileRow>;
  readonly taken: ReadonlySet<string>;
  readonly hosts: readonly string[];
};

/** Places by the thousand from a file, by the rules by which one is made, changed, moved or closed on the screen. */
export const nodeImport: ImportKind<NodeChange> = {
  name: 'nodes',
  columns: nodeColumns,
  alsoCalled: nodeColumnsElsewhere,
  keyColumn: 'code',
  leanColumn: 'parentCode',

  placeOf: (cells) => ({
    key: normalised(cells.get('code') ?? ''),
    leansOn: normalised(cells.get('parentCode') ?? ''),
    rank: placeTypes.indexOf(typeIn(cells) as PlaceType) + 1,
  }),

  lastRank: placeTypes.indexOf('STORE') + 1,
  undoNeeds: { created: ['DELETE_NODE'], updated: ['EDIT_NODE', 'EDIT_NODE_DETAILS', 'ENABLED_NODE'] },

  // a move waits for the import's own row while it holds the tree, so nobody waits for the tree who holds that row
  hold: ({ db, actor }, alone) => tryHoldStructure(db, actor.scope, alone),

  async judge(context, read, inFile) {
    const { db, actor, writing } = context;
    const keys = read.map(({ key }) => key);
    const parents = read.map(({ leansOn }) => leansOn).filter(Boolean);
    const [known, hosts, roots] = await Promise.all([
      rows.listByCode(db, actor.scope, [...keys, ...parents], { held: writing }),
      tree.listHosts(db, actor.scope),
      rows.listRoots(db, actor.scope),
    ]);
    const [planned, taken] = await Promise.all([
      inFile(parents.filter((key) => !known.has(key))),
      rows.listTakenCodes(
        db,
        actor.scope,
        keys.filter((key) => !known.has(key)),
      ),
    ]);
    // a company may leave out what it stands below: there is only one organisation
    const all = new Map([...roots.map((root) => ['', root] as const), ...known]);
    return read.map((row) => judged(row, { context, known: all, planned, taken, hosts }));
  },

  async write(context, changes) {
    const { db, actor } = context;
    const fresh = changes.flatMap((change) => (change.known ? [] : [{ ...change, id: newId() }]));
    const paths = await rows.insertNodes(db, actor.scope, fresh.map(asPlace), actor.userId);
    const made = fresh.map(({ id, input, nodeType, status }) => ({
      id,
      tpath: paths.get(id)!,
      action: 'node.created' as const,
      after: { ...input, nodeType, ...(status ? {} : { status }) },
    }));
    const ids = fresh.map(({ id }) => id).values();
    const written: Written[] = [];
    const told: Told[] = [...made];
    let moved = false;
    for (const change of changes) {
      const { known: seen, parent } = change;
      // a move before this one may have taken it along
      const known: KnownNode | undefined = seen && moved ? await asItStands(context, seen) : seen;
      moved ||= known !== undefined && parent !== undefined && parent.id !== known.parentId;
      if (!known) written.push({ entityId: ids.next().value!, version: 1, before: null });
      else written.push(await changed(context, { ...change, known, parentId: parent?.id ?? known.parentId }, told));
    }
    await writeDown(context, told);
    return written;
  },

  async undo(context, written) {
    const { db, actor } = context;
    const ids = written.map(({ entityId }) => entityId);
    const [standing, used] = await Promise.all([
      rows.listById(db, actor.scope, ids),
      rows.listUsed(db, actor.scope, ids),
    ]);
    const told: Told[] = [];
    const ends: ('undone' | 'kept')[] = [];
    const emptied: string[] = [];
    for (const row of written) {
      const known = standing.get(row.entityId);
      const still = known?.version === row.version && (row.outcome !== 'created' || !used.has(known.id));
      if (known && still && row.outcome === 'created') {
        emptied.push(known.id);
        told.push({ id: known.id, tpath: known.tpath, action: 'node.deleted', before: filledIn(known) });
      }
      const back = known && still && (row.outcome === 'created' || (await putBack(context, known, row, told)));
      ends.push(back ? 'undone' : 'kept');
    }
    await rows.deleteNodes(db, actor.scope, emptied, actor.userId);
    await writeDown(context, told);
    return ends;
  },
};

/** What one row would do. */
function judged(row: ReadRow, ground: Ground): Judgement<NodeChange> {
  const { context, known: all, taken, hosts } = ground;
  const { actor, origin } = context;
  const known = row.key === '' ? undefined : all.get(row.key);
  const { input, faults: cellFaults } = readInput(row.cells, known);
  const faults: CellFault[] = [...row.faults, ...cellFaults];
  const wrong = (column: NodeColumn | null, messageCode: ErrorCode | undefined) => {
    if (messageCode) faults.push({ column, messageCode });
  };
  const may = (name: string) => permits(actor.permissions, [name]);

  const nodeType = row.cells.has('type') ? typeIn(row.cells) : known?.nodeType;
  if (!nodeType) wrong('type', row.cells.get('type') ? 'field.invalid' : 'field.required');
  else if (known && nodeType !== known.nodeType) wrong('type', 'import.typeFixed');
  else if (known && !known.parentId) wrong('code', 'node.ownPlace');
  if (!known && taken.has(row.key)) wrong('code', 'import.takenOutside');

  // an empty cell says nothing of a place that is there
  const status = row.cells.get('status') ? statusIn(row.cells.get('status') ?? '') : (known?.status ?? true);
  if (status === undefined) wrong('status', 'field.invalid');

  const parent = row.cells.has('parentCode') || !known ? parentOf(row, nodeType, ground) : undefined;
  if (parent && 'fault' in parent) wrong('parentCode', parent.fault);
  const moves = known && parent && !('fault' in parent) && parent.known?.id !== known.parentId;
  if (moves) wrong('parentCode', parent.known ? moveFault(actor, known, parent.known) : ownFault(actor, known));

  const edits = known && input ? inputFields.filter((field) => !alike(input[field], known[field])) : [];
  const opens = known !== undefined && status !== undefined && status !== known.status;
  if (!known && !may('CREATE_NODE')) wrong(null, 'import.rightMissing');
  if (edits.length > 0 && !(may('EDIT_NODE') && may('EDIT_NODE_DETAILS'))) wrong(null, 'import.rightMissing');
  if (moves && !may('EDIT_NODE')) wrong('parentCode', 'import.rightMissing');
  if ((opens || (!known && status === false)) && !may('ENABLED_NODE')) wrong('status', 'import.rightMissing');
  if (opens) wrong('status', ownFault(actor, known));
  if (input && (!known || edits.includes('region')))
    wrong('region', regionFault(input.region, { own: known?.id === actor.rootNode?.id, host: origin.host, hosts }));

  const judgement = { entityId: known?.id ?? null, version: known?.version ?? null, faults };
  if (faults.length > 0 || !input || !nodeType || status === undefined)
    return { ...judgement, outcome: 'wrong', alone: false };
  const standsBelow = parent && 'known' in parent ? parent.known : undefined;
  const change = { input, nodeType, status, parent: standsBelow, known };
  if (!known) return { ...judgement, outcome: 'created', alone: false, change };
  return edits.length > 0 || opens || moves
    ? { ...judgement, outcome: 'updated', alone: moves === true, change }
    : { ...judgement, outcome: 'unchanged', alone: false };
}

/** What a row is to stand below: a place that is there, or one that the same file makes. */
function parentOf(
  { leansOn, cells }: ReadRow,
  nodeType: NodeType | undefined,
  { known, planned, context }: Ground,
): { readonly known: KnownNode | undefined } | { readonly fault: ErrorCode | undefined } {
  const there = leansOn === '' && nodeType !== 'COMPANY' ? undefined : known.get(leansOn);
  const inFile = planned.get(leansOn);
  if (!there && leansOn === '') return { fault: cells.has('parentCode') || nodeType ? 'field.required' : undefined };
  if (!there && inFile?.outcome === 'wrong') return { fault: 'import.parentWrong' };
  const standing = there?.nodeType ?? (inFile && !context.writing ? typeIn(inFile.cells) : undefined);
  if (!standing) return { fault: 'import.parentUnknown' };
  const fault = nodeType && kindFault(nodeType, { nodeType: standing });
  return fault ? { fault } : { known: there };
}

/** What a cell cannot tell apart is no change: spaces around a text are cut wherever it comes in. */
const alike = (cell: unknown, stored: unknown) =>
  JSON.stringify(cell) === JSON.stringify(typeof stored === 'string' ? stored.trim() : stored);

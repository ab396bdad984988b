import type { NodeType } from '@storeward/contract/access';
import type { NodeInput, PlaceType } from '@storeward/contract/nodes';
import { difference, type Happening, insertAudits } from '../audit/queries.ts';
import type { ImportContext, Written, WrittenRow } from '../imports/kind.ts';
import { inputFields } from './import-cells.ts';
import type { KnownNode, NewPlace } from './import-queries.ts';
import { moveFault } from './policy.ts';
import { listAlong } from './queries.ts';
import * as tree from './tree-queries.ts';

/** What a row would write: a new place, or another state of one that is there. */
export type NodeChange = {
  readonly input: NodeInput;
  readonly nodeType: NodeType;
  readonly status: boolean;
  readonly parent: KnownNode | undefined;
  readonly known: KnownNode | undefined;
};

/** What stood in a place before an import changed it. */
type NodeBefore = { readonly input: NodeInput; readonly status: boolean; readonly parentId: string | null };

/** What is written down of a place, with others in one go. */
export type Told = Pick<Happening, 'tpath' | 'action' | 'before' | 'after'> & { readonly id: string };

/** What a deleted place is remembered by. */
export const filledIn = (known: NodeInput & { nodeType: NodeType }) => ({
  ...inputOf(known),
  nodeType: known.nodeType,
});

const inputOf = (known: NodeInput) =>
  Object.fromEntries(inputFields.map((field) => [field, known[field]])) as NodeInput;

/** A new place as it is written. */
export function asPlace({ id, parent, nodeType, status, input }: NodeChange & { id: string }): NewPlace {
  if (!parent) throw new Error('a place is judged sound only where the one above it is there');
  return { id, parentId: parent.id, parentPath: parent.tpath, nodeType: nodeType as PlaceType, status, input };
}

/** A place with the path that it has by now. */
export async function asItStands({ db, actor }: ImportContext, known: KnownNode): Promise<KnownNode> {
  const now = (await tree.listStanding(db, actor.scope, [known.id], { held: true })).get(known.id);
  return now ? { ...known, tpath: now.tpath } : known;
}

/** Gives a place that is there another state: where it stands, what is filled in, whether it is open. */
export async function changed(
  context: ImportContext,
  {
    known,
    input,
    status,
    parentId,
  }: Pick<NodeChange, 'input' | 'status'> & { known: KnownNode; parentId: string | null },
  told: Told[],
): Promise<Written> {
  const { db, actor } = context;
  const { id } = known;
  let { tpath, version } = known;
  if (parentId && parentId !== known.parentId) {
    const moved = await move(context, known, parentId);
    tpath = moved.tpath;
    version += 1;
    told.push({ id, tpath, action: 'node.moved', before: moved.before, after: moved.after });
  }
  const { before, after } = difference(inputOf(known), input);
  if (Object.keys(after).length > 0) {
    await tree.updateNode(db, actor.scope, { ...known, version }, input, actor.userId);
    version += 1;
    told.push({ id, tpath, action: 'node.updated', before, after });
  }
  if (status !== known.status) {
    await tree.updateStatus(db, actor.scope, { ...known, version }, status, actor.userId);
    version += 1;
    const action = status ? 'node.enabled' : 'node.disabled';
    told.push({ id, tpath, action, before: { status: known.status }, after: { status } });
  }
  const stood: NodeBefore = { input: inputOf(known), status: known.status, parentId: known.parentId };
  return { entityId: id, version, before: stood };
}

/** Moves a place with all below it; where both stand is looked up anew, since moves before this one may have changed it. */
async function move({ db, actor }: ImportContext, known: KnownNode, parentId: string) {
  const places = await tree.listStanding(db, actor.scope, [known.id, parentId], { held: true });
  const [node, parent] = [places.get(known.id), places.get(parentId)];
  if (!node || !parent) throw new Error('a place and where it goes are held before it moves');
  const whereabouts = async (tpath: string, below: string | null) => {
    const along = await listAlong(db, actor.scope, [tpath]);
    return {
      parentId: below,
      path: along
        .slice(0, -1)
        .map(({ name }) => name)
        .join(' › '),
    };
  };
  const before = await whereabouts(node.tpath, node.parentId);
  const tpath = await tree.moveNode(db, actor.scope, node, parent, actor.userId);
  return { tpath, before, after: await whereabouts(tpath, parentId) };
}

/** Gives a place the state back that it had before the import; false where it cannot go back to where it stood. */
export async function putBack(
  context: ImportContext,
  known: KnownNode,
  row: WrittenRow,
  told: Told[],
): Promise<boolean> {
  const { db, actor } = context;
  const { input, status, parentId } = row.before as NodeBefore;
  if (parentId && parentId !== known.parentId) {
    const parent = (await tree.listStanding(db, actor.scope, [parentId], { held: true })).get(parentId);
    if (!parent || moveFault(actor, known, parent)) return false;
  }
  await changed(context, { known, input, status, parentId }, told);
  return true;
}

/** Writes down what happened to some places, as a part of the import. */
export async function writeDown({ db, actor, origin, runId }: ImportContext, told: readonly Told[]): Promise<void> {
  const { userId: actorId, sessionId, scope } = actor;
  const who = { entity: 'node', actorId, sessionId, runId };
  await insertAudits(
    db,
    scope,
    origin,
    told.map(({ id: entityId, ...happening }) => ({ ...happening, ...who, entityId })),
  );
}

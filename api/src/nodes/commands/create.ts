import type { NodeType } from '@storeward/contract/access';
import type { ChildNodeType } from '@storeward/contract/nodes/node-types';
import type { NodeInput } from '@storeward/contract/nodes/node-input';
import { newId } from '../../platform/database/ids.ts';
import { creationErrors, type NodeCommandError, regionErrors } from '../policy.ts';
import type { PlanContext } from './change.ts';
import { allAuditFields, auditNodes, type CommandContext } from './context.ts';
import type { NodeState } from './state-queries.ts';
import { insertNodes } from './write-queries.ts';

/** A planned new node; it can be created if there are no errors. */
export type PlannedNewNode = {
  readonly errors: readonly NodeCommandError[];
  readonly input: NodeInput;
  readonly nodeType: ChildNodeType;
  readonly status: boolean;
  readonly parentType: NodeType;
  /** Undefined while a file that also creates the parent is being checked. */
  readonly parent: NodeState | undefined;
};

/** Plans one new node by the rules of a single save; `unpermitted` is the error code of a missing permission. */
export function planNewNode(
  context: PlanContext,
  node: Omit<PlannedNewNode, 'errors'>,
  unpermitted?: 'import.rightMissing',
): PlannedNewNode {
  const hidden: NodeCommandError[] =
    node.parent?.showsBelow === false ? [{ part: 'parent', code: 'node.hiddenHere' }] : [];
  return { ...node, errors: [...newNodeErrors(context, node, unpermitted), ...hidden] };
}

/** Why a node may not be created; rules whose input is unknown are skipped. */
export const newNodeErrors = (
  { actor, origin, hosts }: PlanContext,
  {
    input,
    ...node
  }: { readonly [K in 'nodeType' | 'parentType' | 'status']: PlannedNewNode[K] | undefined } & {
    readonly input: Pick<NodeInput, 'region'> | undefined;
  },
  unpermitted?: 'import.rightMissing',
): NodeCommandError[] => [
  ...creationErrors(actor, node, unpermitted),
  ...(input ? regionErrors(input.region, { own: false, host: origin.host, hosts }) : []),
];

/** Creates planned nodes with their audit events; returns their ids in the same order. */
export async function applyNewNodes(context: CommandContext, planned: readonly PlannedNewNode[]): Promise<string[]> {
  const { db, actor } = context;
  const nodes = planned.map(({ parent, ...node }) => {
    if (!parent) throw new Error('a planned node without errors needs a parent');
    return { ...node, id: newId(), parentId: parent.id, parentPath: parent.tpath };
  });
  const paths = await insertNodes(db, actor.scope, nodes, actor.userId);
  await auditNodes(
    context,
    nodes.map(({ id, input, nodeType, status }) => {
      const after = { ...allAuditFields(input, nodeType), ...(status ? {} : { status }) };
      return { id, tpath: paths.get(id)!, action: 'node.created', after };
    }),
  );
  return nodes.map(({ id }) => id);
}

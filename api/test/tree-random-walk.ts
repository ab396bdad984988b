import fc from 'fast-check';
import { newId } from '../src/platform/database/ids.ts';
import type { TestResponse } from './response.ts';
import type { ApiClient } from './builders.ts';
import { nodeFields } from './input-fields.ts';
import {
  canBeChildOf,
  isInSubtree,
  isVisible,
  kinds,
  expectCreate,
  type Model,
  expectMove,
  expectDelete,
  isClosed,
  type ModelNode,
  expectStatusChange,
  type ExpectedResult,
  expectRegionChange,
  type ModelUser,
} from './tree-model.ts';
import { searchWord } from './tree-visibility.ts';

/** A user of a walk, with a client. */
export type WalkUser = ModelUser & { readonly client: ApiClient };

/** The data of a walk: the model, its users, and the nodes of all users. */
export type Fixture = {
  readonly model: Model;
  readonly walkUsers: readonly WalkUser[];
  readonly users: readonly { id: string; at: string }[];
};

const anyNumber = fc.nat(9999);
const anyRegions = fc.subarray(['CHINA', 'REST_OF_WORLD']);
// most steps are taken by users with permission, on nodes in their scope
const anyPermitted = fc.integer({ min: 0, max: 3 }).map((number) => number > 0);
const stepShape = <D extends string, M>(name: D, more: M) => ({
  action: fc.constant(name),
  who: anyNumber,
  what: anyNumber,
  permitted: anyPermitted,
  ...more,
});

/** A change that a user tries; the numbers select from the entities that exist at that time. */
export const steps = fc.oneof(
  { weight: 6, arbitrary: fc.record(stepShape('move', { to: anyNumber })) },
  { weight: 3, arbitrary: fc.record(stepShape('race', { other: anyNumber })) },
  { weight: 4, arbitrary: fc.record(stepShape('setStatus', { open: fc.boolean() })) },
  { weight: 3, arbitrary: fc.record(stepShape('setRegions', { regions: anyRegions })) },
  { weight: 1, arbitrary: fc.record(stepShape('create', { kind: fc.constantFrom(...kinds) })) },
  { weight: 1, arbitrary: fc.record(stepShape('delete', {})) },
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** The initial state of a walk: nodes below random parents, and the positions of its users. */
export const fixtureSpecs = fc.record({
  nodeSpecs: fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      below: anyNumber,
      open: fc.integer({ min: 0, max: 9 }),
      regions: fc.option(anyRegions, { freq: 4 }),
    }),
    { minLength: 12, maxLength: 40 },
  ),
  userSpecs: fc.array(fc.record({ at: anyNumber, host: anyNumber, permissionRoll: fc.integer({ min: 0, max: 4 }) }), {
    minLength: 4,
    maxLength: 6,
  }),
  hosts: fc.constantFrom(['localhost'], ['localhost', 'cn'], ['localhost', 'cn'], ['cn']),
});
export type FixtureSpec = typeof fixtureSpecs extends fc.Arbitrary<infer T> ? T : never;

/** Counts an outcome, to detect walks that achieve nothing. */
type Count = (outcome: string) => void;

const nodesUrl = '/node-management/node';
const pick = <T>(items: readonly T[], index: number): T => items[index % items.length]!;

/** The user who takes a step; one with permission if the step should be permitted. */
function pickUser({ model, walkUsers }: Fixture, { who, permitted }: Pick<Step, 'who' | 'permitted'>): WalkUser {
  const candidates = walkUsers.filter(({ canChange, rootId }) => canChange && !isClosed(model, rootId));
  return pick(permitted && candidates.length > 0 ? candidates : walkUsers, who);
}

/**
 * Performs a change, compares the response with the model, and applies a successful change to the model. Returns the
 * acting user.
 */
export async function takeStep(fixture: Fixture, step: Step, count: Count): Promise<WalkUser> {
  const { model, users } = fixture;
  const user = pickUser(fixture, step);
  const nodes = [...model.values()].filter(({ id }) => !step.permitted || isInSubtree(model, id, user.rootId));
  const checkResponse = (response: TestResponse, expected: ExpectedResult) => {
    ensureExpected(`${step.action} by ${user.id}`, response, expected);
    count(`${step.action} ${expected[0] === 200 ? 'done' : 'refused'}`);
    return expected[0] === 200;
  };
  if (step.action === 'race') return (await race(fixture, step, count)) ?? user;
  if (step.action === 'create') {
    const parent = pick(nodes, step.what);
    const input = { name: `${searchWord} ${newId().slice(-8)}`, code: newId().slice(-12) };
    const body = { ...nodeFields, ...input, nodeType: step.kind, parentId: parent.id };
    const response = await user.client.post(nodesUrl, body);
    if (!checkResponse(response, expectCreate(model, user, step.kind, parent.id))) return user;
    const id = response.body.result.nodeId as string;
    model.set(id, { ...input, id, kind: step.kind, parentId: parent.id, isOpen: true, regions: [] });
    return user;
  }
  if (step.action === 'move') {
    const [what, to] = pickMove(nodes, step);
    const expected = expectMove(model, user, what.id, to.id);
    const preview = await user.client.get(`${nodesUrl}/${what.id}/move?parentId=${to.id}`);
    ensureExpected('preview of a move', preview, expected);
    const shownIds = [...model.keys()].filter((id) => isVisible(model, user, id));
    const movedCount = shownIds.filter((id) => isInSubtree(model, id, what.id)).length;
    if (expected[0] === 200 && preview.body.result.placeCount !== movedCount)
      throw new Error(`placeCount is ${preview.body.result.placeCount} instead of ${movedCount}`);
    if (checkResponse(await user.client.put(`${nodesUrl}/${what.id}/move`, { parentId: to.id }), expected))
      what.parentId = to.id;
    return user;
  }
  const what = pick(nodes, step.what);
  if (step.action === 'setStatus') {
    const response = await user.client.put(`${nodesUrl}/${what.id}/status`, { status: step.open });
    if (checkResponse(response, expectStatusChange(model, user, what.id))) what.isOpen = step.open;
  } else if (what.parentId === null) {
    return user; // organisations are changed through other endpoints
  } else if (step.action === 'setRegions') {
    const { name, code } = what;
    const body = { ...nodeFields, name, code, region: step.regions };
    const response = await user.client.put(`${nodesUrl}/${what.id}`, body);
    if (checkResponse(response, expectRegionChange(model, user, what.id, step.regions))) what.regions = step.regions;
  } else {
    const response = await user.client.delete(`${nodesUrl}/${what.id}/delete`);
    if (checkResponse(response, expectDelete(model, user, what.id, users))) model.delete(what.id);
  }
  return user;
}

/** A node and its new parent; of matching types if the move should be permitted. */
function pickMove(
  nodes: readonly ModelNode[],
  { what, to, permitted }: { what: number; to: number; permitted: boolean },
) {
  const movableNodes = nodes.filter(({ kind }) => nodes.some((parent) => canBeChildOf(kind, parent.kind)));
  if (!permitted || movableNodes.length === 0) return [pick(nodes, what), pick(nodes, to)] as const;
  const movedNode = pick(movableNodes, what);
  return [
    movedNode,
    pick(
      nodes.filter(({ kind }) => canBeChildOf(movedNode.kind, kind)),
      to,
    ),
  ] as const;
}

/**
 * Two users move the same node concurrently from the same version: one succeeds, the other is rejected with an error
 * code.
 */
async function race(
  { model, walkUsers }: Fixture,
  step: Step & { other: number },
  count: Count,
): Promise<WalkUser | undefined> {
  const allNodes = [...model.values()];
  const possibleMoves = walkUsers.flatMap((user) =>
    allNodes.flatMap((what) =>
      allNodes
        .filter((to) => to.id !== what.parentId && expectMove(model, user, what.id, to.id)[0] === 200)
        .map((to) => ({ user, what, to })),
    ),
  );
  if (possibleMoves.length === 0) return undefined;
  const firstMove = pick(possibleMoves, step.what);
  const movesOfNode = possibleMoves.filter(({ what }) => what === firstMove.what);
  const movesByOthers = movesOfNode.filter(({ user }) => user !== firstMove.user);
  const secondMove = pick(movesByOthers.length > 0 ? movesByOthers : movesOfNode, step.other);
  const current = await firstMove.user.client.get(`${nodesUrl}/${firstMove.what.id}`);
  const version = current.body.result.version as number;
  const moves = [firstMove, secondMove];
  const responses = await Promise.all(
    moves.map(({ user, what, to }) => user.client.put(`${nodesUrl}/${what.id}/move`, { parentId: to.id, version })),
  );
  const winner = responses.findIndex(({ status }) => status === 200);
  const [winningMove, losingMove] = [moves[winner], moves[1 - winner]];
  if (!winningMove || !losingMove)
    throw new Error(`neither move succeeded: ${responses.map(({ text }) => text).join(' ')}`);
  winningMove.what.parentId = winningMove.to.id;
  // the first move may have taken the node out of the other user's scope
  const isReachable = [losingMove.what.id, losingMove.to.id].every((id) =>
    isInSubtree(model, id, losingMove.user.rootId),
  );
  ensureExpected(
    'the second of two moves',
    responses[1 - winner]!,
    isReachable ? [412, 'record.stale'] : [404, 'node.unknown'],
  );
  count('race');
  return winningMove.user;
}

function ensureExpected(
  what: string,
  { status, body, text }: TestResponse,
  [expectedStatus, name]: ExpectedResult,
): void {
  if (status !== expectedStatus || (name !== undefined && body.messageCode !== name))
    throw new Error(`${what} returned ${status} instead of ${expectedStatus} ${name ?? ''}: ${text.slice(0, 300)}`);
}

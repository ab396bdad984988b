import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import { type ApiClient, createClient, createNode, createOrganisation, createUser, type TestNode } from './builders.ts';
import { type ListModel, type ModelList, type ModelOperation, pathTo, resolveModel, storedAt } from './list-model.ts';
import { listUrl } from './lists.ts';
import { randomWalks } from './random-walks.ts';
import { requiredFields } from './sample-section.ts';
import { startTestServer } from './server.ts';

vi.mock(import('@storeward/contract/settings/sections'), async (importOriginal) => {
  const { withSampleSection } = await import('./sample-section.ts');
  return withSampleSection(await importOriginal());
});

const walks = randomWalks('LIST', { walks: 10, seed: 7 });

const server = await startTestServer();
let organisationCount = 0;

const maxRows = 6;
const codes = ['A', 'B', 'C', 'D', 'E'];

const stepArbitrary = fc.record({
  action: fc.constantFrom(
    'add',
    'add',
    'add',
    'replace',
    'replace',
    'hide',
    'hide',
    'inherit',
    'order',
    'bind',
    'move',
    'wait',
  ),
  node: fc.nat(5),
  row: fc.nat(30),
  other: fc.nat(30),
  code: fc.constantFrom(...codes),
  isLocked: fc.boolean(),
  hours: fc.integer({ min: 1, max: 9 }),
  isPlanned: fc.integer({ min: 0, max: 5 }).map((value) => value === 0),
});
type Step = typeof stepArbitrary extends fc.Arbitrary<infer S> ? S : never;

const step = (action: Step['action'], node: number, choices: Partial<Step> = {}): Step => ({
  action,
  node,
  row: 0,
  other: 1,
  code: 'A',
  isLocked: false,
  hours: 1,
  isPlanned: false,
  ...choices,
});
/** A walk that meets each outcome; a row that is refused gets a number as well. */
const knownSteps = [
  step('add', 0, { isLocked: true }),
  step('add', 0, { code: 'B' }),
  step('add', 1),
  step('hide', 2, { row: 2 }),
  step('replace', 2, { code: 'C' }),
  step('bind', 1),
  step('add', 2, { code: 'D' }),
  step('bind', 1, { isLocked: true }),
  step('add', 4, { code: 'E' }),
];

type Walk = {
  readonly nodes: readonly TestNode[];
  readonly model: ListModel;
  /** The ids of the rows, which are their names in the model. */
  readonly rows: string[];
  admin: ApiClient;
  hoursAhead: number;
};

test(
  'the row-wise list of every node at every time equals that of an independent model after random changes, plans, locks and moves',
  { timeout: walks.timeout },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 12, maxLength: 24 }), async (steps) => {
        const walk = await createWalk();
        for (const step of steps) await perform(walk, step);
        await compare(walk);
      }),
      walks.parameters([[knownSteps]]),
    );
    await server.advanceClock('0');
    walks.expectOutcomes([
      '200',
      'input.invalid',
      'setting.unknownRow',
      'setting.locked',
      'setting.onlyHide',
      'setting.rowLocked',
    ]);
  },
);

async function createWalk(): Promise<Walk> {
  await server.advanceClock('0');
  const org = await createOrganisation(server, { slug: `rows${(organisationCount += 1)}` });
  const nodes = [org];
  for (const [nodeType, above] of [
    ['COMPANY', 0],
    ['TRADING_REGION', 1],
    ['TRADING_REGION', 1],
    ['STORE', 2],
    ['STORE', 3],
  ] as const)
    nodes.push(await createNode(server, { parent: nodes[above]!, nodeType }));
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent?.id]));
  const admin = await createClient(server, await createUser(server, { node: org }));
  await admin.put(`/node-management/node/${org.id}/settings/sample`, { fields: requiredFields });
  return { nodes, model: { parents, entries: [] }, rows: [], admin, hoursAhead: 0 };
}

const clock = async (hoursAhead = 0) =>
  (
    await server.query<{ at: string }>(
      `select to_char(clock() + make_interval(hours => $1), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
      [hoursAhead],
    )
  )[0]!.at;

/** The list of a node at a time, with what the node itself stores replaced if `own` is given. */
function listAt({ model }: Walk, nodeId: string, at: number, own = storedAt(model, nodeId, at)): ModelList {
  const above = pathTo(model, nodeId).slice(0, -1);
  return resolveModel([...above.map((id) => storedAt(model, id, at)), own], (row) => row);
}

/** The operation of a step, and what of it is sent. */
function operationOf(
  walk: Walk,
  { action, row, other, code, isLocked }: Step,
  { before: list, above }: { readonly before: ModelList; readonly above: ModelList },
) {
  const mode = isLocked ? ('locked' as const) : ('free' as const);
  const known = walk.rows[row % Math.max(1, walk.rows.length)];
  const anchor = ['first', 'last', ...walk.rows][other % (walk.rows.length + 2)]!;
  const values = { code, label: '', limit: null };
  if (action === 'add') {
    const id = newId();
    walk.rows.push(id);
    const sent = { rows: { [id]: { action, after: anchor, values, mode } } };
    return { row: id, stored: { action, code, after: anchor, mode }, sent };
  }
  if (action === 'order') {
    const order = isLocked ? null : list.rows.toSorted((one, two) => (one < two ? -1 : 1) * (row % 2 ? 1 : -1));
    return { row: '', stored: { action: 'list' as const, order, mode: 'free' as const }, sent: { order } };
  }
  if (action === 'bind') {
    const listMode = isLocked ? 'locked' : 'tighten';
    return {
      row: '',
      stored: { action: 'list' as const, order: null, mode: listMode },
      sent: { order: null },
    } as const;
  }
  if (known === undefined) return undefined;
  if (action === 'inherit') return { row: known, stored: null, sent: { rows: { [known]: null } } };
  if (action === 'hide')
    return { row: known, stored: { action, mode: 'free' as const }, sent: { rows: { [known]: { action } } } };
  if (action !== 'replace') return undefined;
  const replaced = above.live.find((entry) => entry.row === known)?.code;
  return {
    row: known,
    stored: { action, code, replaced, mode },
    sent: { rows: { [known]: { action, values, mode } } },
  };
}

/** The error of a change of one row, or of the order and mode. */
function expectedError(
  before: ModelList,
  after: ModelList,
  above: ModelList,
  row: string,
  stored: ModelOperation | null,
) {
  if (stored && row === '' && above.bound === 'locked') return 'setting.locked';
  if (stored && row === '' && stored.order && above.bound === 'tighten') return 'setting.onlyHide';
  if (stored && row !== '' && after.dormant.some((entry) => entry.endsWith(row) && !above.dormant.includes(entry))) {
    if (above.bound === 'locked') return 'setting.locked';
    if (above.bound === 'tighten' && stored.action !== 'hide') return 'setting.onlyHide';
    return above.live.some((entry) => entry.row === row) ? 'setting.rowLocked' : 'setting.unknownRow';
  }
  const codeIn = (list: ModelList) => list.live.find((entry) => entry.row === row)?.code;
  const code = codeIn(after);
  const isDouble = after.live.some((entry) => entry.row !== row && entry.code === code);
  if (stored && code !== undefined && codeIn(before) !== code && isDouble) return 'input.invalid';
  if (after.rows.length === 0 && before.rows.length > 0) return 'input.invalid';
  return after.rows.length > maxRows && after.rows.length > before.rows.length ? 'input.invalid' : undefined;
}

async function perform(walk: Walk, step: Step): Promise<void> {
  const { admin, model, nodes } = walk;
  // restrictive lists are those of upper nodes, so that they affect others
  const { id } = nodes[step.action === 'bind' ? step.node % 3 : step.node]!;
  const node = nodes.find((candidate) => candidate.id === id)!;
  if (step.action === 'move') {
    const parentId = nodes[step.other % nodes.length]!.id;
    const response = await admin.put(`/node-management/node/${id}/move`, { parentId });
    if (response.status === 200) model.parents.set(id, parentId);
    return;
  }
  if (step.action === 'wait') {
    walk.hoursAhead += step.hours;
    await server.advanceClock(`${walk.hoursAhead} hours`);
    walk.admin = await createClient(server, admin.user);
    return;
  }
  const startsAt = step.isPlanned ? (await clock(step.hours)).slice(0, 16) : null;
  const at = startsAt ? Date.parse(`${startsAt}:00Z`) : Date.parse(await clock());
  const before = listAt(walk, id, at);
  const above = listAt(walk, id, at, new Map());
  const operation = operationOf(walk, step, { before, above });
  if (!operation) return;
  const { row, stored, sent } = operation;
  const own = storedAt(model, id, at);
  const current = own.get(row);
  // the list's own order and mode are kept where only one of them is sent
  const next = new Map(own);
  if (stored === null || (row === '' && stored.order === null && stored.mode === 'free')) next.delete(row);
  else next.set(row, stored);
  const after = listAt(walk, id, at, next);
  const isSame = JSON.stringify(next.get(row)) === JSON.stringify(current);
  // a save contains the mode of the list, which stays as it is when rows change
  const mode = row === '' ? stored!.mode : (own.get('')?.mode ?? 'free');
  const error = isSame ? undefined : expectedError(before, after, above, row, next.get(row) ?? null);
  const version = async () => (await admin.get(listUrl(node))).body.result.version;
  const versionBefore = await version();
  const response = await admin.put(listUrl(node), { fields: { reasons: { value: sent, mode } }, startsAt });
  expect([step.action, response.status === 200, response.body.messageCode]).toEqual([step.action, !error, error]);
  walks.count(error ?? '200');
  if (error || (await version()) === versionBefore) return;
  const { from } = (await admin.get(listUrl(node, '/history?size=1'))).body.result[0];
  model.entries.push({ nodeId: id, row, from: Date.parse(from), stored: next.get(row) ?? null });
}

/** Compares every node at the current time and at two other times of the walk. */
async function compare(walk: Walk): Promise<void> {
  const { admin, model, nodes } = walk;
  const now = Date.parse(await clock());
  const instants = [...new Set(model.entries.map(({ from }) => from)), now + 20 * 3_600_000];
  for (const [turn, node] of nodes.entries())
    for (const at of [now, instants[turn % instants.length]!, instants[(turn * 5 + 2) % instants.length]!]) {
      const query = at === now ? '' : `?at=${new Date(at).toISOString()}`;
      const { value, list } = (await admin.get(listUrl(node, query))).body.result.fields.reasons;
      const expected = listAt(walk, node.id, at);
      const codeOf = (row: string) => expected.live.find((entry) => entry.row === row)!.code;
      const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted((one, two) => one.localeCompare(two));
      expect({
        at,
        rows: value.map(({ id, code }: { id: string; code: string }) => [id, code]),
        hidden: idsOf(list.hidden),
        dormant: idsOf(list.dormant),
      }).toEqual({
        at,
        rows: expected.rows.map((row) => [row, codeOf(row)]),
        hidden: idsOf(expected.hidden.map((id) => ({ id }))),
        dormant: idsOf(expected.dormant.map((entry) => ({ id: entry.split(' ')[1]! }))),
      });
    }
}

import { ranks } from '@storeward/contract/access';
import type { ImportRun } from '@storeward/contract/imports';
import { userBulkActions } from '@storeward/contract/users/user-bulk-actions';
import { type TestResponse, serverSentEvents } from './response.ts';
import type { ApiClient, TestNode } from './builders.ts';
import { userFields } from './input-fields.ts';
import { toCsv, importsAt } from './imports.ts';
import { roleInput } from './role-samples.ts';
import { userBulkUrl } from './user-bulk.ts';
import { newUserInput } from './user-endpoints.ts';
import { type Fixture, type Choices, minutesToEnd, rightPool, levels, pick } from './escalation-fixture.ts';
import { createClient } from './builders.ts';

const rolesUrl = '/role-management/roles';
const usersUrl = '/user-management/users';
const importUrl = '/user-management/users/import';
const { upload } = importsAt(importUrl);
const roleInputFrom = ({ to, rights: chosenRights }: Choices) => roleInput(chosenRights, { level: pick(levels, to) });
const moveNode = (client: ApiClient, node: TestNode, { id }: TestNode) =>
  client.put(`/node-management/node/${node.id}/move`, { parentId: id });

/** The result of an operation: its responses, and whether it succeeded without writing anything. */
type MoveResult = { readonly responses: readonly TestResponse[]; readonly idle?: boolean };

/** An operation through the public endpoints; `secondClient` is used by concurrent operations only. */
type Operation = (
  fixture: Fixture,
  client: ApiClient,
  choices: Choices,
  secondClient: ApiClient,
) => Promise<TestResponse | MoveResult>;

/** Waits until a started background run ends. */
async function waitUntilIdle({ observer }: Fixture, response: TestResponse, from: string): Promise<MoveResult> {
  if (response.status !== 200) return { responses: [response] };
  const { id } = response.body.result as ImportRun;
  const { text } = await observer.get(`${from}/${id}`, { accept: 'text/event-stream' });
  const { created, updated, undone } = (serverSentEvents(text).at(-1) as { result: ImportRun }).result;
  return { responses: [response], idle: created + updated === undone };
}

/** A run in this phase, sometimes one of the user's own; an unknown id if there is none. */
function pickRun(
  { runs }: Fixture,
  client: ApiClient,
  { what, on }: Choices,
  started: boolean,
): Pick<Fixture['runs'][number], 'url' | 'id'> {
  const all = runs.filter((run) => run.started === started);
  const own = all.filter(({ startedBy }) => startedBy.user.id === client.user.id);
  const candidates = on || own.length === 0 ? all : own;
  return candidates.length > 0 ? pick(candidates, what) : { url: importUrl, id: client.user.id };
}

/** A role, sometimes the user's own, which is the one they can assign. */
const pickRole = ({ roles }: Fixture, { user }: ApiClient, { what, to, on }: Choices) =>
  on || !user.roleId ? pick(roles, what + to) : user.roleId;

/** A node, sometimes limited to those in the user's scope. */
const pickNode = ({ nodes }: Fixture, { user }: ApiClient, { to, on }: Choices) => {
  const reachable = nodes.filter(({ tpath }) => tpath.startsWith(user.node.tpath));
  return pick(on ? nodes : reachable, to);
};

/** A node whose type can be an ancestor of this one. */
const pickParent = (nodes: readonly TestNode[], { nodeType }: TestNode, index: number) => {
  const possibleParents = nodes.filter((node) => ranks[node.nodeType] > ranks[nodeType]);
  return pick(possibleParents.length > 0 ? possibleParents : nodes, index);
};

/** An import file that updates one user's assignment, status and perhaps e-mail address, and creates another user. */
async function createImportFile(fixture: Fixture, client: ApiClient, choices: Choices): Promise<string> {
  const { server, users } = fixture;
  const { what, to, on } = choices;
  const targetNode = pickNode(fixture, client, choices);
  const [role] = await server.query<{ name: string }>('select name from roles where id = $1', [
    pickRole(fixture, client, choices),
  ]);
  const [node] = await server.query<{ code: string }>('select code from nodes where id = $1', [targetNode.id]);
  const { userName } = pick(users, what + to).user;
  const assignment = { roleName: role!.name, nodeCode: node!.code };
  const newInput = newUserInput({ node: targetNode, roleId: null });
  const { firstName, lastName, emailId, language, timeZone, country } = newInput;
  const newRow = {
    userName: newInput.userName,
    firstName,
    lastName,
    emailId,
    language,
    timeZone,
    country,
    ...assignment,
  };
  const existingRow = {
    userName,
    ...(on && assignment),
    ...(what % 3 === 0 && { emailId: 'thief@mail.example' }),
    status: pick(['', 'enabled', 'disabled'], to),
  };
  return toCsv([newRow, existingRow]);
}

/** Adds one right to a role, as an attacker would do to obtain exactly that right. */
async function addRight({ roles }: Fixture, client: ApiClient, choices: Choices): Promise<TestResponse> {
  const id = pick(roles, choices.what);
  const { status, body } = await client.get(`${rolesUrl}/${id}`);
  const role = status === 200 ? body.result : roleInputFrom(choices);
  const modules = [...role.modules, { shortName: 'om', accessRights: [{ shortName: pick(rightPool, choices.to) }] }];
  return client.put(`${rolesUrl}/${id}`, { ...role, modules });
}

const assignRole = (fixture: Fixture, client: ApiClient, choices: Choices, extra: object = {}) =>
  client.post(`${usersUrl}/${pick(fixture.users, choices.what).user.id}/assignments`, {
    roleId: pickRole(fixture, client, choices),
    nodeId: pickNode(fixture, client, choices).id,
    ...extra,
  });

/** An end some minutes from now by the installation's clock, no end, or none named. */
async function pickEnd({ server }: Fixture, { what, to, on }: Choices): Promise<{ until?: string | null }> {
  const minutes = pick(minutesToEnd, what + to);
  if (minutes === undefined) return on ? { until: null } : {};
  const [end] = await server.query<{ until: Date }>('select clock() + make_interval(mins => $1) as until', [minutes]);
  return { until: end!.until.toISOString() };
}

/** Minutes by which the clock of a server is ahead after its walks. */
const minutesPassed = new WeakMap<Fixture['server'], number>();

/** All operations by name. Any new way of granting roles, nodes or rights belongs here as well. */
export const operations = {
  async createRole({ roles }, client, choices) {
    const response = await client.post(rolesUrl, roleInputFrom(choices));
    if (response.status === 200) roles.push(response.body.result.id as string);
    return response;
  },
  /** Creates a role from an existing one, as the form does. */
  async copyRole({ roles }, client, choices) {
    const found = await client.get(`${rolesUrl}/${pick(roles, choices.what)}`);
    if (found.status !== 200) return found;
    const copy = { ...found.body.result, name: roleInputFrom(choices).name, unknownRights: null };
    const response = await client.post(rolesUrl, choices.on ? copy : { ...copy, level: pick(levels, choices.to) });
    if (response.status === 200) roles.push(response.body.result.id as string);
    return response;
  },
  changeRole: ({ roles }, client, choices) =>
    client.put(`${rolesUrl}/${pick(roles, choices.what)}`, roleInputFrom(choices)),
  addRight,
  setRoleStatus: ({ roles }, client, { what, on }) =>
    client.put(`${rolesUrl}/${pick(roles, what)}/status`, { status: on }),
  // the newest roles are the least likely to be assigned
  removeRole: ({ roles }, client, { what, on }) =>
    client.delete(`${rolesUrl}/${pick(on ? roles : roles.slice(-4), what)}`),
  moveNode: ({ nodes }, client, { what, to }) =>
    moveNode(client, pick(nodes, what), pickParent(nodes, pick(nodes, what), to)),
  async moveNodesConcurrently({ nodes }, client, { what, to, on }, secondClient) {
    // either one node to two parents, or two nodes that could end up inside each other
    const [first, second] = [pick(nodes, what), pick(nodes, on ? what : to)];
    const firstMove = moveNode(client, first, pickParent(nodes, first, to));
    return {
      responses: await Promise.all([
        firstMove,
        moveNode(secondClient, second, pickParent(nodes, second, what + to + 1)),
      ]),
    };
  },
  async createUser(fixture, client, choices) {
    const node = pick(fixture.nodes, choices.to);
    const end = await pickEnd(fixture, choices);
    return client.post(usersUrl, newUserInput({ node, roleId: pickRole(fixture, client, choices) }, end));
  },
  /** Changes a user's node, role or both. */
  reassignUser(fixture, client, choices) {
    const { id, userName } = pick(fixture.users, choices.what).user;
    const assignment = {
      rootNodeId: pickNode(fixture, client, choices).id,
      ...(choices.on && { userRole: [{ id: pick(fixture.roles, choices.to) }] }),
    };
    return client.put(`${usersUrl}/${id}`, { ...userFields({ userName }), ...assignment });
  },
  setUserStatus: ({ users }, client, { what, on }) =>
    client.put(`${usersUrl}/${pick(users, what).user.id}/status`, { status: on }),
  assignRole: (fixture, client, choices) => assignRole(fixture, client, choices),
  assignUntil: async (fixture, client, choices) =>
    assignRole(fixture, client, choices, await pickEnd(fixture, choices)),
  /** Changes the end of a main or further assignment. */
  async changeEnd(fixture, client, choices) {
    const assignmentsUrl = `${usersUrl}/${pick(fixture.users, choices.what).user.id}/assignments`;
    const found = await client.get(assignmentsUrl);
    if (found.status !== 200) return found;
    const { id } = pick(found.body.result as { id: string }[], choices.to);
    return client.put(`${assignmentsUrl}/${id}/until`, { until: null, ...(await pickEnd(fixture, choices)) });
  },
  /** Lets ten minutes pass, by which assignments end, then lists the client's sessions. */
  async passTime(fixture, client) {
    const { server, observer } = fixture;
    const minutes = (minutesPassed.get(server) ?? 0) + 10;
    minutesPassed.set(server, minutes);
    await server.advanceClock(`${minutes} minutes`);
    fixture.observer = await createClient(server, observer.user);
    return client.get('/user-management/sessions');
  },
  async removeAssignment({ users }, client, { what, to }) {
    const assignmentsUrl = `${usersUrl}/${pick(users, what).user.id}/assignments`;
    const found = await client.get(assignmentsUrl);
    const additional = (found.status === 200 ? (found.body.result as { id: string; first: boolean }[]) : []).filter(
      ({ first }) => !first,
    );
    return additional.length > 0 ? client.delete(`${assignmentsUrl}/${pick(additional, to).id}`) : found;
  },
  /** Switches to another of the user's own assignments. */
  async switchAssignment({ server }, client, { to }) {
    const assignments = await server.query<{ id: string }>('select id from assignments where user_id = $1', [
      client.user.id,
    ]);
    return client.put('/user-management/sessions/current', { assignmentId: pick(assignments, to).id });
  },
  /** Assigns a role while another user changes that role. */
  async assignDuringChange(fixture, client, choices, secondClient) {
    const { what, to } = choices;
    const role = { ...choices, what: what + to };
    const assignChoices = { ...choices, on: true };
    return {
      responses: await Promise.all([assignRole(fixture, client, assignChoices), addRight(fixture, secondClient, role)]),
    };
  },
  async changeMany(fixture, client, choices) {
    const { what, to } = choices;
    const action = pick(userBulkActions, what + to);
    const response = await client.post(userBulkUrl, {
      action,
      ids: [what, what + 1, to].map((index) => pick(fixture.users, index).user.id),
      ...(action === 'changeRole' && { roleId: pickRole(fixture, client, choices) }),
      ...(action === 'move' && { nodeId: pickNode(fixture, client, choices).id }),
    });
    if (response.status === 200)
      fixture.runs.push({ url: userBulkUrl, id: response.body.result.id, startedBy: client, started: true });
    return waitUntilIdle(fixture, response, userBulkUrl);
  },
  /** Uploads an import file without starting the run. */
  async uploadFile(fixture, client, choices) {
    const uploaded = await upload(client, await createImportFile(fixture, client, choices));
    if (uploaded.status === 200)
      fixture.runs.push({ url: importUrl, id: uploaded.body.result.id, startedBy: client, started: false });
    return { ...(await waitUntilIdle(fixture, uploaded, importUrl)), idle: false };
  },
  async startRun(fixture, client, choices) {
    const run = pickRun(fixture, client, choices, false);
    const response = await client.put(`${run.url}/${run.id}/start`);
    if (response.status === 200)
      for (const candidate of fixture.runs) if (candidate.id === run.id) candidate.started = true;
    return waitUntilIdle(fixture, response, run.url);
  },
  async undoRun(fixture, client, choices) {
    const run = pickRun(fixture, client, choices, true);
    const { responses } = await waitUntilIdle(fixture, await client.put(`${run.url}/${run.id}/undo`), run.url);
    return { responses };
  },
  /** Changes a user's e-mail address, which would receive their next reset link. */
  changeEmail: ({ users }, client, { what }) => {
    const { id, userName } = pick(users, what).user;
    return client.put(`${usersUrl}/${id}`, { ...userFields({ userName }), emailId: 'thief@mail.example' });
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

export const operationNames = Object.keys(operations) as OperationName[];

/** Operations that two users perform concurrently. */
export const concurrentOperations: readonly OperationName[] = ['moveNodesConcurrently', 'assignDuringChange'];

/** Operations that move nodes. */
export const nodeMoves: readonly OperationName[] = ['moveNode', 'moveNodesConcurrently'];

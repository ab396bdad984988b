import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiClient,
  createAssignment,
  createClient,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type TestNode,
  type TestUser,
} from '../../../test/builders.ts';
import { roleInput } from '../../../test/role-samples.ts';
import { toCsv, importsAt } from '../../../test/imports.ts';
import { enterEmail } from '../../../test/pending-emails.ts';
import { startTestServer } from '../../../test/server.ts';
import { runBulkChange, userBulkUrl } from '../../../test/user-bulk.ts';
import { newUserInput } from '../../../test/user-endpoints.ts';
import { userFields } from '../../../test/input-fields.ts';

const usersUrl = '/user-management/users';
const server = await startTestServer();
let org: TestNode;
let company: TestNode;
let roleId: string;
let otherRoleId: string;
/** Holds their role for a week. */
let lender: ApiClient;
/** Holds the same role without an end. */
let permanent: ApiClient;
let week: string;

const managing = ['list_users', 'view_user', 'create_user', 'edit_user', 'enabled_user', 'list_roles', 'view_role'];
const files = ['show_bulk_user_import_submenu', 'allow_upload_user_import_csv'];
const rights = [...managing, ...files, 'create_role', 'edit_role'];

beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  org = await createOrganisation(server);
  company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  roleId = await createRole(server, { organisation: org, rights: ['list_users'], level: 'COMPANY' });
  otherRoleId = await createRole(server, { organisation: org, rights: ['view_user'], level: 'COMPANY' });
  [lender, permanent] = [await createManager(), await createManager()];
  week = (await server.query<{ at: Date }>(`select clock() + interval '7 days' as at`))[0]!.at.toISOString();
  await server.query('update assignments set until = $2 where user_id = $1', [lender.user.id, week]);
});

const createManager = async () => createClient(server, await createUser(server, { node: company, rights }));
const later = () => new Date(Date.parse(week) + 1000).toISOString();
const sooner = () => new Date(Date.parse(week) - 86_400_000).toISOString();
const createClerk = () => createUser(server, { node: company, roleId });

/** The ends of a user's assignments, the main one first. */
const endsOf = async ({ id }: Pick<TestUser, 'id'>) =>
  (
    await server.query<{ until: Date | null }>('select until from assignments where user_id = $1 order by position', [
      id,
    ])
  ).map(({ until }) => until?.toISOString() ?? null);

const create = (client: ApiClient, overrides: object = {}) =>
  client.post(usersUrl, newUserInput({ node: company, roleId }, overrides));
const assign = (client: ApiClient, user: TestUser, body: object) =>
  client.post(`${usersUrl}/${user.id}/assignments`, { roleId: otherRoleId, nodeId: company.id, ...body });

test.for([
  ['as long as', true],
  ['longer than', false],
] as const)(
  'the address of a new user whose role lasts %s that of the actor is corrected at once: %s',
  async ([, isCorrected]) => {
    const user = await createUser(server, { node: company, roleId, password_hash: null, manual_password: false });
    if (isCorrected) await server.query('update assignments set until = $2 where user_id = $1', [user.id, week]);
    const emailId = `${user.id}@mail.example`;
    const { body } = await enterEmail(lender, user, emailId);
    expect([body.result.emailId === emailId, body.result.pendingEmail === null]).toEqual([isCorrected, isCorrected]);
  },
);

describe('a role that is lent until a day', () => {
  test('gives new users a role that ends with it, or earlier if asked', async () => {
    expect(await endsOf((await create(lender)).body.result)).toEqual([week]);
    expect(await endsOf((await create(lender, { until: sooner() })).body.result)).toEqual([sooner()]);
    expect(await endsOf((await create(permanent)).body.result)).toEqual([null]);
  });

  test('refuses new users and further roles that would last longer', async () => {
    const clerk = await createClerk();
    for (const until of [null, later()])
      for (const { status, body } of [await create(lender, { until }), await assign(lender, clerk, { until })])
        expect([status, body.messageCode]).toEqual([409, 'assignment.outlastsYours']);
    expect(await endsOf(clerk)).toEqual([null]);
    expect((await create(permanent, { until: '2026-01-01T00:00:00Z' })).body.messageCode).toBe('assignment.past');
  });

  test('gives further roles until its own end where none is named', async () => {
    const [clerk, other] = [await createClerk(), await createClerk()];
    await assign(lender, clerk, {});
    await assign(permanent, other, {});
    expect([await endsOf(clerk), await endsOf(other)]).toEqual([
      [null, week],
      [null, null],
    ]);
  });

  test('ends the role that it gives to an existing user, but leaves one that it does not touch', async () => {
    const [changed, kept] = [await createClerk(), await createClerk()];
    const save = (user: TestUser, body: object) =>
      lender.put(`${usersUrl}/${user.id}`, { ...userFields({ userName: user.userName }), ...body });
    await save(changed, { userRole: [{ id: otherRoleId }] });
    await save(kept, { userRole: [{ id: roleId }] });
    expect([await endsOf(changed), await endsOf(kept)]).toEqual([[week], [null]]);
  });

  test('binds bulk changes and what undoing one restores', async () => {
    const clerk = await createClerk();
    const { id } = await runBulkChange(lender, { action: 'changeRole', ids: [clerk.id], roleId: otherRoleId });
    expect(await endsOf(clerk)).toEqual([week]);
    const undo = (client: ApiClient) => client.put(`${userBulkUrl}/${id}/undo`);
    await undo(lender);
    const ended = await server.query('select state from import_runs where id = $1', [id]);
    expect(ended).toHaveLength(1);
    // the clerk's role without an end exceeds what the actor can grant
    await lender.get(`${userBulkUrl}/${id}`, { accept: 'text/event-stream' });
    expect(await endsOf(clerk)).toEqual([week]);
  });

  test('restores the former end when a bulk change is undone', async () => {
    const clerk = await createClerk();
    await server.query('update assignments set until = $2 where user_id = $1', [clerk.id, sooner()]);
    const { id } = await runBulkChange(lender, { action: 'changeRole', ids: [clerk.id], roleId: otherRoleId });
    await lender.put(`${userBulkUrl}/${id}/undo`);
    await lender.get(`${userBulkUrl}/${id}`, { accept: 'text/event-stream' });
    const [{ role } = { role: '' }] = await server.query<{ role: string }>(
      'select role_id as role from assignments where user_id = $1',
      [clerk.id],
    );
    expect([role, await endsOf(clerk)]).toEqual([roleId, [sooner()]]);
  });

  test('binds users created by a file', async () => {
    const { upload } = importsAt(`${usersUrl}/import`);
    const [{ name } = { name: '' }] = await server.query<{ name: string }>('select name from roles where id = $1', [
      roleId,
    ]);
    const { userName, firstName, lastName, emailId, language, timeZone } = newUserInput({ node: company, roleId });
    const row = { userName, firstName, lastName, emailId, language, timeZone, roleName: name, nodeName: company.name };
    const { body } = await upload(lender, toCsv([row]));
    const runUrl = `${usersUrl}/import/${body.result.id}`;
    await lender.get(runUrl, { accept: 'text/event-stream' });
    await lender.put(`${runUrl}/start`);
    await lender.get(runUrl, { accept: 'text/event-stream' });
    const [user] = await server.query<{ id: string }>('select id from users where user_name = $1', [userName]);
    expect(await endsOf(user!)).toEqual([week]);
    const links = await server.query<{ ends: Date }>(
      'select expires_date as ends from reset_tokens where user_id = $1',
      [user!.id],
    );
    expect(links.every(({ ends }) => ends.getTime() <= Date.parse(week))).toBe(true);
    expect(links).toHaveLength(1);
  });

  test('cannot add rights to a role that others hold for longer', async () => {
    const { body } = await lender.post('/role-management/roles', roleInput(['list_users'], { level: 'COMPANY' }));
    const roleUrl = `/role-management/roles/${body.result.id}`;
    const change = (client: ApiClient) =>
      client.put(roleUrl, roleInput(['list_users', 'view_user'], { level: 'COMPANY', name: body.result.name }));
    const holder = await createUser(server, { node: company, roleId: body.result.id });
    expect((await change(lender)).body.messageCode).toBe('role.heldLonger');
    await server.query('update assignments set until = $2 where user_id = $1', [holder.id, sooner()]);
    expect((await change(lender)).status).toBe(200);
  });
});

describe('the end of a role', () => {
  const setEnd = (client: ApiClient, { id }: TestUser, assignmentId: string, until: string | null) =>
    client.put(`${usersUrl}/${id}/assignments/${assignmentId}/until`, { until });

  test('can be changed for main and further roles, by the rules for giving them', async () => {
    const clerk = await createClerk();
    const furtherId = await createAssignment(server, {
      userId: clerk.id,
      roleId: otherRoleId,
      node: company,
      position: 1,
    });
    for (const id of [clerk.assignmentId!, furtherId]) {
      expect((await setEnd(permanent, clerk, id, sooner())).status).toBe(200);
      expect((await setEnd(lender, clerk, id, null)).body.messageCode).toBe('assignment.outlastsYours');
      expect((await setEnd(lender, clerk, id, '2026-01-01T00:00:00Z')).body.messageCode).toBe('assignment.past');
    }
    expect(await endsOf(clerk)).toEqual([sooner(), sooner()]);
    expect((await setEnd(permanent, clerk, crypto.randomUUID(), null)).body.messageCode).toBe('assignment.gone');
    expect((await setEnd(lender, lender.user, lender.user.assignmentId!, null)).body.messageCode).toBe(
      'user.ownStanding',
    );
  });

  test('leaves what the user gave as it is, and the roles given are listed', async () => {
    const giver = await createManager();
    const clerk = await createClerk();
    await assign(giver, clerk, {});
    const given = (client: ApiClient, { id }: { id: string }) => client.get(`${usersUrl}/${id}/given-assignments`);
    await setEnd(permanent, giver.user, giver.user.assignmentId!, sooner());
    expect(await endsOf(clerk)).toEqual([null, null]);
    const { body } = await given(permanent, giver.user);
    expect([body.total, body.result[0].user.id, body.result[0].until]).toEqual([1, clerk.id, null]);
    const elsewhere = await createNode(server, { parent: org, nodeType: 'COMPANY' });
    const stranger = await createClient(server, await createUser(server, { node: elsewhere, rights }));
    expect((await given(stranger, giver.user)).body.messageCode).toBe('user.unknown');
  });
});

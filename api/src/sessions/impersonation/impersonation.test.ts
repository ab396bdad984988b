import { impersonationHeader } from '@storeward/contract/sessions';
import { beforeAll, describe, expect, test } from 'vitest';
import { sessionIdOf, signInWithBrowser } from '../../../test/browser.ts';
import {
  createNode,
  createAssignment,
  createOrganisation,
  createRole,
  createUser,
  allAccessRights,
  type ApiClient,
  type TestUser,
  type TestNode,
  platformNode,
  createClient,
} from '../../../test/builders.ts';
import {
  startImpersonation,
  impersonationUrl,
  impersonate,
  impersonationAudit,
  statusAndCode,
} from '../../../test/impersonation.ts';
import { startTestServer } from '../../../test/server.ts';

const testServer = await startTestServer();
const second = await startTestServer({ databaseUrl: testServer.ownerUrl });
let acorn: TestNode;
let beech: TestNode;
let north: TestNode;
let south: TestNode;
let store: TestNode;

beforeAll(async () => {
  [acorn, beech] = [
    await createOrganisation(testServer, { slug: 'acorn' }),
    await createOrganisation(testServer, { slug: 'beech' }),
  ];
  [north, south] = [await createCompany(), await createCompany()];
  store = await createNode(testServer, { parent: north, nodeType: 'STORE' });
});

const createCompany = () => createNode(testServer, { parent: acorn, nodeType: 'COMPANY' });
const userUrl = ({ id }: TestUser) => `/user-management/users/${id}`;
const clerkRights = ['list_users', 'view_profile'];

const createClerk = (more: Record<string, unknown> = {}) =>
  createUser(testServer, { node: store, rights: clerkRights, ...more });

describe('an impersonating user', () => {
  test('sees what the impersonated user sees, with that user’s role and rights', async () => {
    const [admin, clerk] = [
      await createClient(testServer, await createUser(testServer, { node: acorn })),
      await createClerk(),
    ];
    await createUser(testServer, { node: north, userName: 'far.away' });
    const header = await impersonate(admin, clerk);
    const impersonatedView = (await admin.get(userUrl(clerk), header)).body.result;
    const theirs = (await (await createClient(testServer, clerk)).get(userUrl(clerk))).body.result;
    const hiddenFields = { communicationEmail: null, communicationPush: null, communicationSms: null };
    expect(impersonatedView).toEqual({ ...theirs, apiKey: '', assignments: [], ...hiddenFields, lastActive: null });
    expect(impersonatedView.can).toEqual({ view: true, edit: false, enable: false, delete: false, seeAs: false });
    const list = (await admin.get('/user-management/users?size=100', header)).body.result as { id: string }[];
    expect(list.map(({ id }) => id)).toContain(clerk.id);
    expect(list.map(({ id }) => id)).not.toContain(admin.user.id);
    expect(statusAndCode(await admin.get(userUrl(admin.user), header))).toEqual([403, 'access.denied']);
    expect(statusAndCode(await admin.get('/role-management/roles', header))).toEqual([403, 'access.denied']);
  });

  test('receives the impersonated user and end time, which hold on every server and across token renewal', async () => {
    const manager = await createUser(testServer, { node: acorn });
    const [browser, clerk] = [
      await signInWithBrowser(testServer, manager),
      await createClerk({ first_name: 'Cleo', last_name: 'Clerk' }),
    ];
    const { body } = await browser.request({ method: 'POST', url: `${userUrl(clerk)}/seeing`, body: { reason: 'x' } });
    expect(body.result).toMatchObject({
      userId: clerk.id,
      firstName: 'Cleo',
      lastName: 'Clerk',
      roleId: clerk.roleId,
      roleName: expect.stringMatching(/^Role /),
      rootNodeId: store.id,
    });
    const remainingMs = Date.parse(body.result.until) - Date.now();
    expect([remainingMs > 29 * 60_000, remainingMs <= 30 * 60_000]).toEqual([true, true]);
    expect((await browser.refresh()).status).toBe(200);
    expect((await browser.request({ url: impersonationUrl })).body.result).toEqual({ seeing: body.result });
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'sec-fetch-site': 'same-origin', [impersonationHeader]: body.result.id as string };
    const secondResponse = await second.request({
      url: userUrl(clerk),
      host: acorn.host,
      token: browser.tokens!.accessToken,
      headers,
    });
    expect(secondResponse.body.result.id).toBe(clerk.id);
  });

  test('cannot read owner-only data: open sessions, sign-ins and signed upload URLs', async () => {
    const [admin, clerk] = [
      await createClient(testServer, await createUser(testServer, { node: acorn })),
      await createClerk({ rights: allAccessRights }),
    ];
    const header = await impersonate(admin, clerk);
    const deniedUrls = ['/user-management/sessions', '/user-management/sign-ins', '/common/getPreSignedUrl?key=a.png'];
    for (const url of deniedUrls)
      expect(statusAndCode(await admin.get(url, header))).toEqual([409, 'session.ownerOnly']);
  });

  test('updates the activity of the impersonator, not of the impersonated user', async () => {
    const [manager, clerk] = [await createUser(testServer, { node: acorn }), await createClerk()];
    const theirs = await createClient(testServer, clerk);
    const admin = await createClient(testServer, manager);
    await testServer.query(`update users set last_active = '2020-01-01' where id = any($1)`, [[manager.id, clerk.id]]);
    await testServer.query(`update sessions set last_activity = clock() - interval '3 minutes'`);
    const header = await impersonate(admin, clerk);
    await testServer.query(`update sessions set last_activity = clock() - interval '3 minutes'`);
    await admin.get(userUrl(clerk), header);
    const idleSecondsOf = async (client: ApiClient) =>
      (
        await testServer.query(
          'select extract(epoch from clock() - last_activity)::int as idle from sessions where id = $1',
          [sessionIdOf(client.token)],
        )
      )[0]!['idle'] as number;
    await expect.poll(() => idleSecondsOf(admin)).toBeLessThan(170);
    expect(await idleSecondsOf(theirs)).toBeGreaterThanOrEqual(180);
    const active = await testServer.query(
      `select extract(year from last_active)::int = 2020 as old from users where id = any($1) order by id = $2`,
      [[manager.id, clerk.id], clerk.id],
    );
    expect(active).toEqual([{ old: false }, { old: true }]);
    expect((await theirs.get('/user-management/sessions')).body.result).toHaveLength(1);
    expect(
      await testServer.query("select id from mails where user_id = $1 and created_date > now() - interval '1 hour'", [
        clerk.id,
      ]),
    ).toEqual([]);
  });
});

describe('starting an impersonation', () => {
  test.for([
    ['is within the scope and has no more rights', () => createClerk(), 200, undefined],
    ['is at the same node', () => createClerk({ node: north }), 200, undefined],
    ['has not changed a temporary password yet', () => createClerk({ manual_password: false }), 200, undefined],
    ['is at a parent node', () => createClerk({ node: acorn }), 404, 'user.unknown'],
    ['is at a sibling node', () => createClerk({ node: south }), 404, 'user.unknown'],
    ['belongs to another organisation', () => createClerk({ node: beech }), 404, 'user.unknown'],
    ['has one right more', () => createClerk({ rights: [...clerkRights, 'delete_node'] }), 409, 'user.beyondYourOwn'],
    ['has an additional role at another node', () => createUserWithAdditionalRole(south), 409, 'user.beyondYourOwn'],
    [
      'has an additional role here with more rights',
      () => createUserWithAdditionalRole(store, ['delete_node']),
      409,
      'user.beyondYourOwn',
    ],
    ['is disabled', () => createClerk({ status: false }), 409, 'seeing.personClosed'],
    ['has no role', () => createUserWithoutRole(), 409, 'seeing.personClosed'],
    ['has a disabled role', () => createUserWithDisabled('roles'), 409, 'seeing.personClosed'],
    ['is at a disabled node', () => createUserWithDisabled('nodes'), 409, 'seeing.personClosed'],
    ['was deleted', () => createClerk({ deleted_date: '2025-01-01T00:00:00Z' }), 404, 'user.unknown'],
  ] as const)('of a user who %s', async ([, createTarget, status, messageCode]) => {
    const impersonator = await createUser(testServer, { node: north, rights: [...clerkRights, 'view_user'] });
    const client = await createClient(testServer, impersonator);
    const user = await createTarget();
    expect(statusAndCode(await startImpersonation(client, user))).toEqual([status, messageCode]);
    expect(await impersonationAudit(testServer, user)).toHaveLength(status === 200 ? 1 : 0);
  });

  test('requires the permission to view users and a reason, and is rejected for oneself', async () => {
    const clerk = await createClerk();
    const without = await createClient(
      testServer,
      await createUser(testServer, { node: north, rights: [...clerkRights, 'edit_user'] }),
    );
    expect(statusAndCode(await startImpersonation(without, clerk))).toEqual([403, 'access.denied']);
    const admin = await createClient(testServer, await createUser(testServer, { node: north }));
    for (const reason of ['', '   ', 'x'.repeat(257)])
      expect((await startImpersonation(admin, clerk, reason)).status).toBe(400);
    expect((await admin.post(`${userUrl(clerk)}/seeing`, {})).status).toBe(400);
    expect(statusAndCode(await startImpersonation(admin, admin.user))).toEqual([409, 'seeing.self']);
    expect((await admin.get(impersonationUrl)).body.result).toEqual({ seeing: null });
  });

  test('works from the platform into any organisation and back', async () => {
    const [admin, clerk] = [
      await createClient(testServer, await createUser(testServer, { node: platformNode })),
      await createClerk(),
    ];
    const header = await impersonate(admin, clerk);
    expect((await admin.get(userUrl(clerk), header)).body.result).toMatchObject({
      id: clerk.id,
      organizationId: acorn.id,
    });
    expect((await admin.get(impersonationUrl)).body.result.seeing.userId).toBe(clerk.id);
    const foreign = await admin.get(`/node-management/node/${beech.id}/configuration?orgId=${beech.id}`, header);
    expect(statusAndCode(foreign)).toEqual([404, 'node.unknown']);
    expect((await admin.delete(impersonationUrl)).body).toEqual({ result: { ended: true } });
    expect((await admin.get(userUrl(admin.user))).body.result.id).toBe(admin.user.id);
    expect((await impersonationAudit(testServer, clerk)).map(({ org_id, tpath }) => [org_id, tpath])).toEqual(
      [acorn, acorn].map(({ id }) => [id, store.tpath]),
    );
  });
});

async function createUserWithAdditionalRole(node: TestNode, rights: readonly string[] = clerkRights) {
  const user = await createClerk();
  const roleId = await createRole(testServer, { organisation: acorn, rights });
  await createAssignment(testServer, { userId: user.id, roleId, node, position: 1 });
  return user;
}

async function createUserWithoutRole() {
  const user = await createClerk();
  await testServer.query('delete from assignments where user_id = $1', [user.id]);
  return user;
}

async function createUserWithDisabled(table: 'roles' | 'nodes') {
  const node = await createNode(testServer, { parent: north, nodeType: 'STORE' });
  const user = await createClerk({ node });
  await testServer.query(`update ${table} set status = false where id = $1`, [
    table === 'roles' ? user.roleId : node.id,
  ]);
  return user;
}

import { nodeTypes } from '@storeward/contract/access';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createAssignment,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  allAccessRights,
  type TestNode,
  platformNode,
  createClient,
} from './builders.ts';
import { startTestServer } from './server.ts';
import { statusAndCode } from './small-tree.ts';

const server = await startTestServer();
const rolesUrl = '/role-management/roles';
let org: TestNode;
let company: TestNode;
let region: TestNode;
let store: TestNode;
let otherOrganisation: TestNode;
let admin: ApiClient;
let manager: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'acorn' });
  company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  store = await createNode(server, { parent: region, nodeType: 'STORE' });
  otherOrganisation = await createOrganisation(server, { slug: 'beech' });
  for (const level of nodeTypes.filter((type) => type !== 'GLOBAL'))
    await createRole(server, {
      organisation: org,
      level,
      name: `Keeper of a ${level}`,
      name_norm: `keeper of a ${level.toLowerCase()}`,
      description: level === 'STORE' ? 'Opens the doors' : '',
      rights: level === 'STORE' ? ['list_users', 'view_user'] : ['list_users'],
      status: level !== 'SUB_STORE_GROUP',
    });
  await createRole(server, {
    organisation: otherOrganisation,
    name: 'Keeper next door',
    name_norm: 'keeper next door',
    level: 'STORE',
  });
  admin = await createClient(server, await createUser(server, { node: org }));
  manager = await createClient(
    server,
    await createUser(server, { node: region, rights: ['list_roles', 'view_role', 'list_users'] }),
  );
});

type Row = { id: string; name: string; level: string; userCount: number; rightCount: number; can: object };
const rowsOf = async (client: ApiClient, query: string, path = rolesUrl) => {
  const { status, body, text } = await client.get(`${path}?size=100&${query}`);
  if (status !== 200) throw new Error(text);
  return body.result as Row[];
};
const levelsOf = (rows: Row[]) => rows.map(({ level }) => level);

describe('the role list', () => {
  test('contains roles up to the level of the user’s node and those they hold', async () => {
    expect(levelsOf(await rowsOf(admin, 'search=keeper&sort=level:asc'))).toEqual(nodeTypes.slice(1));
    const held = await createRole(server, {
      organisation: org,
      level: 'COMPANY',
      rights: ['list_roles'],
      name: 'Deputy',
      name_norm: 'deputy',
    });
    const deputy = await createUser(server, { node: region, roleId: held });
    const rows = await rowsOf(await createClient(server, deputy), 'sort=level:asc');
    const names = rows.map(({ name }) => name);
    expect(names).toContain('Deputy');
    expect(names.filter((name) => name.startsWith('Keeper'))).toEqual(
      nodeTypes.slice(3).map((level) => `Keeper of a ${level}`),
    );
  });

  test('contains no roles of other organisations, except for global users who name one', async () => {
    expect((await rowsOf(admin, 'search=next door')).length).toBe(0);
    const globalAdmin = await createClient(server, await createUser(server, { node: platformNode }));
    expect(levelsOf(await rowsOf(globalAdmin, 'search=keeper'))).toEqual([]);
    expect(levelsOf(await rowsOf(globalAdmin, ''))).toContain('GLOBAL');
    expect(levelsOf(await rowsOf(globalAdmin, `search=keeper&orgId=${org.id}&sort=level:desc`))).toEqual(
      nodeTypes.slice(1).toReversed(),
    );
    expect((await rowsOf(admin, `search=keeper&orgId=${otherOrganisation.id}`)).map(({ name }) => name)).not.toContain(
      'Keeper next door',
    );
  });

  test('contains only the held roles for a user without a node', async () => {
    const userWithoutNode = await createUser(server, { node: org, withoutNode: true });
    expect((await rowsOf(await createClient(server, userWithoutNode), '')).map(({ id }) => id)).toEqual([
      userWithoutNode.roleId,
    ]);
  });

  test('can be searched by words, filtered by level and status, sorted and paged', async () => {
    expect(levelsOf(await rowsOf(admin, 'search=DOORS keep'))).toEqual(['STORE']);
    expect(levelsOf(await rowsOf(admin, 'search=keeper&level=COMPANY'))).toEqual(['COMPANY']);
    expect(levelsOf(await rowsOf(admin, 'search=keeper&status=disabled'))).toEqual(['SUB_STORE_GROUP']);
    expect(levelsOf(await rowsOf(admin, 'search=keeper&status=enabled'))).toHaveLength(5);
    const all = (await rowsOf(admin, 'search=keeper&sort=name:desc')).map(({ name }) => name);
    expect(all).toEqual(all.toSorted().toReversed());
    const page = await admin.get(`${rolesUrl}?search=keeper&sort=name:desc&page=1&size=2`);
    expect(page.body.result.map(({ name }: Row) => name)).toEqual(all.slice(2, 4));
    expect(page.body.total).toBe(6);
    for (const invalid of ['sort=users:asc', 'level=SHOP', 'status=open', 'any=thing', 'size=101', 'cursor=x'])
      expect((await admin.get(`${rolesUrl}?${invalid}`)).status).toBe(400);
  });

  test('counts rights, and the users of the reader’s scope with an active assignment', async () => {
    const id = await createRole(server, {
      organisation: org,
      level: 'STORE',
      rights: ['list_users', 'view_user', 'x'],
    });
    const otherCompany = await createNode(server, { parent: org, nodeType: 'COMPANY' });
    const user = await createUser(server, { node: store, roleId: id });
    await createAssignment(server, { userId: user.id, roleId: id, node: region, position: 1 });
    await createUser(server, { node: otherCompany, roleId: id });
    await createUser(server, { node: store, roleId: id, deleted_date: '2026-01-01T00:00:00Z' });
    const expiredUser = await createUser(server, { node: store, rights: [] });
    await createAssignment(server, {
      userId: expiredUser.id,
      roleId: id,
      node: store,
      position: 1,
      until: '2026-01-01T00:00:00Z',
    });
    const row = async (client: ApiClient) =>
      (await rowsOf(client, 'level=STORE')).find((candidate) => candidate.id === id)!;
    expect(await row(admin)).toMatchObject({ userCount: 2, rightCount: 3 });
    expect(await row(manager)).toMatchObject({ userCount: 1, rightCount: 3 });
    const getRole = async (client: ApiClient) => (await client.get(`${rolesUrl}/${id}`)).body.result;
    expect([(await getRole(admin)).heldBeyond, (await getRole(manager)).heldBeyond]).toEqual([0, 1]);
  });
});

test('holders of a role are counted up to a limit that is lower in the list than for a single role', async () => {
  const id = await createRole(server, { organisation: org, level: 'STORE', rights: [] });
  const user = await createUser(server, { node: store, roleId: id });
  const addHolders = async (count: number) => {
    await server.query(
      `with made as (
         insert into users (id, org_id, node_id, tpath, user_name, user_name_norm, domain_name, first_name, last_name, name_norm, email_id, email_norm, search_text)
         select gen_random_uuid(), org_id, node_id, tpath, i, i, domain_name, i, i, i, i, i, i
           from users, (select gen_random_uuid()::text as i from generate_series(1, $2)) many where id = $1 returning *)
       insert into assignments (id, org_id, user_id, role_id, node_id, tpath, position)
       select gen_random_uuid(), org_id, id, $3, node_id, tpath, 0 from made`,
      [user.id, count, id],
    );
    const row = (await rowsOf(admin, 'level=STORE')).find((candidate) => candidate.id === id);
    return [row, (await admin.get(`${rolesUrl}/${id}`)).body.result];
  };
  const roleWithHolders = (userCount: number, moreUsers: boolean) => expect.objectContaining({ userCount, moreUsers });
  expect(await addHolders(999)).toEqual([roleWithHolders(1000, false), roleWithHolders(1000, false)]);
  expect(await addHolders(1)).toEqual([roleWithHolders(1000, true), roleWithHolders(1001, false)]);
});

describe('the assignable roles', () => {
  const names = async (client: ApiClient, query: string) =>
    (await rowsOf(client, query, `${rolesUrl}/choices`))
      .map(({ name }) => name)
      .filter((name) => name.startsWith('Keeper'));

  test('are enabled, match the node type and have no right that the user lacks', async () => {
    expect(await names(admin, 'givableAt=STORE')).toEqual(
      ['COMPANY', 'ORGANIZATION', 'STORE', 'STORE_GROUP', 'TRADING_REGION'].map((level) => `Keeper of a ${level}`),
    );
    expect(await names(admin, 'givableAt=COMPANY')).toEqual(['Keeper of a COMPANY', 'Keeper of a ORGANIZATION']);
    expect(await names(admin, 'givableAt=GLOBAL')).toEqual([]);
    // the STORE role has a right that the manager lacks
    expect(await names(manager, 'givableAt=STORE')).toEqual(['Keeper of a STORE_GROUP', 'Keeper of a TRADING_REGION']);
    expect(await names(manager, 'givableAt=STORE&search=group')).toEqual(['Keeper of a STORE_GROUP']);
    expect((await rowsOf(manager, 'givableAt=STORE')).map(({ name }) => name)).toContain('Keeper of a STORE_GROUP');
  });

  test('are available with CREATE_USER or EDIT_USER without access to the role list', async () => {
    for (const right of ['create_user', 'edit_user']) {
      const clerk = await createClient(server, await createUser(server, { node: region, rights: [right] }));
      expect((await clerk.get(`${rolesUrl}/choices?givableAt=STORE`)).status).toBe(200);
      expect((await clerk.get(rolesUrl)).status).toBe(403);
    }
  });
});

describe('a single role', () => {
  test('is returned with its modules and its unknown rights', async () => {
    const id = await createRole(server, {
      organisation: org,
      level: 'STORE',
      rights: ['sotk_access', 'gone', 'view_user'],
    });
    const { body } = await admin.get(`${rolesUrl}/${id}`);
    expect(body.result).toMatchObject({
      level: 'STORE',
      modules: [
        { shortName: 'om', accessRights: [{ shortName: 'view_user', associatePermission: 'VIEW_USER' }] },
        { shortName: 'sotk', accessRights: [{ shortName: 'sotk_access', associatePermission: '' }] },
      ],
      unknownRights: ['gone'],
      rightCount: 3,
      version: 1,
      fixedBecause: 'role.beyondYourOwn',
      can: { view: true, edit: false },
    });
  });

  test('is not found above the reader’s level, in another organisation or once deleted', async () => {
    const companyRole = await createRole(server, { organisation: org, level: 'COMPANY', rights: [] });
    const deletedRole = await createRole(server, {
      organisation: org,
      level: 'STORE',
      rights: [],
      deleted_date: '2026-01-01T00:00:00Z',
    });
    const otherClient = await createClient(server, await createUser(server, { node: otherOrganisation }));
    const responses = [
      await manager.get(`${rolesUrl}/${companyRole}`),
      await manager.get(`${rolesUrl}/${deletedRole}`),
      await otherClient.get(`${rolesUrl}/${companyRole}`),
      await manager.get(`${rolesUrl}/modules/${companyRole}`),
    ];
    expect(responses.map((response) => statusAndCode(response).join(' '))).toEqual(
      responses.map(() => '404 role.unknown'),
    );
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect((await admin.get(`${rolesUrl}/${companyRole}`)).status).toBe(200);
  });
});

describe('the rights of a module', () => {
  const codes = ['om', 'tm', 'saga', 'ebasket', 'engage', 'doti', 't2s', 'sotk', 'ross'];
  const paths = [
    ...codes.map((code) => `/${code}-config/access-rights`),
    '/rj-config/access-right',
    '/rj-config/access-rights',
  ];

  test.for(paths)('are returned at %s with their permissions to users who manage roles', async (path) => {
    const { status, body } = await admin.get(path);
    expect(status).toBe(200);
    const code = path.slice(1).split('-')[0]!;
    const expected =
      code === 'om'
        ? allAccessRights.map((right) => ({ shortName: right, associatePermission: right.toUpperCase() }))
        : [
            { shortName: `${code}_access`, associatePermission: '' },
            ...['list', 'view', 'create', 'edit'].map((verb) => ({
              shortName: `${code}_${verb}_setting`,
              associatePermission: `${verb.toUpperCase()}_SETTING`,
            })),
          ];
    expect(body.result).toEqual(expected);
    const clerk = await createClient(server, await createUser(server, { node: org, rights: ['list_users'] }));
    expect((await clerk.get(path)).status).toBe(403);
  });

  test('return 404 at other paths, such as the singular of other modules', async () => {
    for (const path of ['/om-config/access-right', '/t2b-config/access-rights', '/crest-config/access-rights'])
      expect((await admin.get(path)).status).toBe(404);
  });
});

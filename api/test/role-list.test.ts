import { nodeTypes } from '@storeward/contract/access';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  anAssignment,
  aNode,
  anOrganisation,
  aRole,
  aUser,
  type Caller,
  everyRight,
  type Place,
  platform,
  signedIn,
} from './builders.ts';
import { aServer } from './server.ts';
import { codeOf } from './small-tree.ts';

const house = await aServer();
const list = '/role-management/roles';
let org: Place;
let company: Place;
let region: Place;
let store: Place;
let other: Place;
let admin: Caller;
let manager: Caller;

beforeAll(async () => {
  org = await anOrganisation(house, { word: 'acorn' });
  company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  region = await aNode(house, { parent: company, nodeType: 'TRADING_REGION' });
  store = await aNode(house, { parent: region, nodeType: 'STORE' });
  other = await anOrganisation(house, { word: 'beech' });
  for (const level of nodeTypes.filter((type) => type !== 'GLOBAL'))
    await aRole(house, {
      of: org,
      level,
      name: `Keeper of a ${level}`,
      name_norm: `keeper of a ${level.toLowerCase()}`,
      description: level === 'STORE' ? 'Opens the doors' : '',
      rights: level === 'STORE' ? ['list_users', 'view_user'] : ['list_users'],
      status: level !== 'SUB_STORE_GROUP',
    });
  await aRole(house, { of: other, name: 'Keeper next door', name_norm: 'keeper next door', level: 'STORE' });
  admin = await signedIn(house, await aUser(house, { at: org }));
  manager = await signedIn(
    house,
    await aUser(house, { at: region, rights: ['list_roles', 'view_role', 'list_users'] }),
  );
});

type Row = { id: string; name: string; level: string; userCount: number; rightCount: number; can: object };
const rowsOf = async (caller: Caller, query: string, path = list) => {
  const { status, body, text } = await caller.get(`${path}?size=100&${query}`);
  if (status !== 200) throw new Error(text);
  return body.result as Row[];
};
const levelsOf = (rows: Row[]) => rows.map(({ level }) => level);

describe('the role list', () => {
  test('shows roles up to the level of one’s own place, and those that one holds', async () => {
    expect(levelsOf(await rowsOf(admin, 'search=keeper&sort=level:asc'))).toEqual(nodeTypes.slice(1));
    const held = await aRole(house, {
      of: org,
      level: 'COMPANY',
      rights: ['list_roles'],
      name: 'Deputy',
      name_norm: 'deputy',
    });
    const deputy = await aUser(house, { at: region, roleId: held });
    const seen = await rowsOf(await signedIn(house, deputy), 'sort=level:asc');
    const names = seen.map(({ name }) => name);
    expect(names).toContain('Deputy');
    expect(names.filter((name) => name.startsWith('Keeper'))).toEqual(
      nodeTypes.slice(3).map((level) => `Keeper of a ${level}`),
    );
  });

  test('shows nothing of a neighbour, and to those above that of the organisation they name', async () => {
    expect((await rowsOf(admin, 'search=next door')).length).toBe(0);
    const above = await signedIn(house, await aUser(house, { at: platform }));
    expect(levelsOf(await rowsOf(above, 'search=keeper'))).toEqual([]);
    expect(levelsOf(await rowsOf(above, ''))).toContain('GLOBAL');
    expect(levelsOf(await rowsOf(above, `search=keeper&orgId=${org.id}&sort=level:desc`))).toEqual(
      nodeTypes.slice(1).toReversed(),
    );
    expect((await rowsOf(admin, `search=keeper&orgId=${other.id}`)).map(({ name }) => name)).not.toContain(
      'Keeper next door',
    );
  });

  test('shows nothing to somebody who stands nowhere but what they hold', async () => {
    const nowhere = await aUser(house, { at: org, nowhere: true });
    expect((await rowsOf(await signedIn(house, nowhere), '')).map(({ id }) => id)).toEqual([nowhere.roleId]);
  });

  test('is searched word by word in name and description, filtered by level and status, sorted and paged', async () => {
    expect(levelsOf(await rowsOf(admin, 'search=DOORS keep'))).toEqual(['STORE']);
    expect(levelsOf(await rowsOf(admin, 'search=keeper&level=COMPANY'))).toEqual(['COMPANY']);
    expect(levelsOf(await rowsOf(admin, 'search=keeper&status=disabled'))).toEqual(['SUB_STORE_GROUP']);
    expect(levelsOf(await rowsOf(admin, 'search=keeper&status=enabled'))).toHaveLength(5);
    const all = (await rowsOf(admin, 'search=keeper&sort=name:desc')).map(({ name }) => name);
    expect(all).toEqual(all.toSorted().toReversed());
    const page = await admin.get(`${list}?search=keeper&sort=name:desc&page=1&size=2`);
    expect(page.body.result.map(({ name }: Row) => name)).toEqual(all.slice(2, 4));
    expect(page.body.total).toBe(6);
    for (const wrong of ['sort=users:asc', 'level=SHOP', 'status=open', 'any=thing', 'size=101', 'cursor=x'])
      expect((await admin.get(`${list}?${wrong}`)).status).toBe(400);
  });

  test('counts rights, and the people in one’s own area who still hold a role and are still there', async () => {
    const id = await aRole(house, { of: org, level: 'STORE', rights: ['list_users', 'view_user', 'x'] });
    const far = await aNode(house, { parent: org, nodeType: 'COMPANY' });
    const twice = await aUser(house, { at: store, roleId: id });
    await anAssignment(house, { userId: twice.id, roleId: id, at: region, position: 1 });
    await aUser(house, { at: far, roleId: id });
    await aUser(house, { at: store, roleId: id, deleted_date: '2026-01-01T00:00:00Z' });
    const over = await aUser(house, { at: store, rights: [] });
    await anAssignment(house, { userId: over.id, roleId: id, at: store, position: 1, until: '2026-01-01T00:00:00Z' });
    const row = async (caller: Caller) => (await rowsOf(caller, 'level=STORE')).find((one) => one.id === id)!;
    expect(await row(admin)).toMatchObject({ userCount: 2, rightCount: 3 });
    expect(await row(manager)).toMatchObject({ userCount: 1, rightCount: 3 });
    const told = async (caller: Caller) => (await caller.get(`${list}/${id}`)).body.result;
    expect([(await told(admin)).heldBeyond, (await told(manager)).heldBeyond]).toEqual([0, 1]);
  });
});

test('many holders are counted up to a bound in the list, and further for one role', async () => {
  const id = await aRole(house, { of: org, level: 'STORE', rights: [] });
  const model = await aUser(house, { at: store, roleId: id });
  const more = async (count: number) => {
    await house.rows(
      `with made as (
         insert into users (id, org_id, node_id, tpath, user_name, user_name_norm, domain_name, first_name, last_name, name_norm, email_id, email_norm, search_text)
         select gen_random_uuid(), org_id, node_id, tpath, i, i, domain_name, i, i, i, i, i, i
           from users, (select gen_random_uuid()::text as i from generate_series(1, $2)) many where id = $1 returning *)
       insert into assignments (id, org_id, user_id, role_id, node_id, tpath, position)
       select gen_random_uuid(), org_id, id, $3, node_id, tpath, 0 from made`,
      [model.id, count, id],
    );
    const row = (await rowsOf(admin, 'level=STORE')).find((one) => one.id === id);
    return [row, (await admin.get(`${list}/${id}`)).body.result];
  };
  const held = (userCount: number, moreUsers: boolean) => expect.objectContaining({ userCount, moreUsers });
  expect(await more(999)).toEqual([held(1000, false), held(1000, false)]);
  expect(await more(1)).toEqual([held(1000, true), held(1001, false)]);
});

describe('the roles to choose from for somebody', () => {
  const names = async (caller: Caller, query: string) =>
    (await rowsOf(caller, query, `${list}/choices`))
      .map(({ name }) => name)
      .filter((name) => name.startsWith('Keeper'));

  test('are open, fit the place, and hold nothing that the giver lacks', async () => {
    expect(await names(admin, 'givableAt=STORE')).toEqual(
      ['COMPANY', 'ORGANIZATION', 'STORE', 'STORE_GROUP', 'TRADING_REGION'].map((level) => `Keeper of a ${level}`),
    );
    expect(await names(admin, 'givableAt=COMPANY')).toEqual(['Keeper of a COMPANY', 'Keeper of a ORGANIZATION']);
    expect(await names(admin, 'givableAt=GLOBAL')).toEqual([]);
    // the one for stores holds a right that the manager lacks
    expect(await names(manager, 'givableAt=STORE')).toEqual(['Keeper of a STORE_GROUP', 'Keeper of a TRADING_REGION']);
    expect(await names(manager, 'givableAt=STORE&search=group')).toEqual(['Keeper of a STORE_GROUP']);
    expect((await rowsOf(manager, 'givableAt=STORE')).map(({ name }) => name)).toContain('Keeper of a STORE_GROUP');
  });

  test('are told to whoever manages people, though they may not see the list of roles', async () => {
    for (const right of ['create_user', 'edit_user']) {
      const clerk = await signedIn(house, await aUser(house, { at: region, rights: [right] }));
      expect((await clerk.get(`${list}/choices?givableAt=STORE`)).status).toBe(200);
      expect((await clerk.get(list)).status).toBe(403);
    }
  });
});

describe('one role', () => {
  test('is told with its modules, and with the rights that nobody knows any more', async () => {
    const id = await aRole(house, { of: org, level: 'STORE', rights: ['sotk_access', 'gone', 'view_user'] });
    const { body } = await admin.get(`${list}/${id}`);
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

  test('does not exist for those whom it is above, nor for a neighbour, nor once it is deleted', async () => {
    const high = await aRole(house, { of: org, level: 'COMPANY', rights: [] });
    const gone = await aRole(house, { of: org, level: 'STORE', rights: [], deleted_date: '2026-01-01T00:00:00Z' });
    const next = await signedIn(house, await aUser(house, { at: other }));
    const answers = [
      await manager.get(`${list}/${high}`),
      await manager.get(`${list}/${gone}`),
      await next.get(`${list}/${high}`),
      await manager.get(`${list}/modules/${high}`),
    ];
    expect(answers.map((answer) => codeOf(answer).join(' '))).toEqual(answers.map(() => '404 role.unknown'));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await admin.get(`${list}/${high}`)).status).toBe(200);
  });
});

describe('the rights of a module', () => {
  const codes = ['om', 'tm', 'saga', 'ebasket', 'engage', 'doti', 't2s', 'sotk', 'ross'];
  const paths = [
    ...codes.map((code) => `/${code}-config/access-rights`),
    '/rj-config/access-right',
    '/rj-config/access-rights',
  ];

  test.for(paths)('are told at %s to whoever looks after roles, each with the permission it brings', async (path) => {
    const { status, body } = await admin.get(path);
    expect(status).toBe(200);
    const code = path.slice(1).split('-')[0]!;
    const expected =
      code === 'om'
        ? everyRight.map((right) => ({ shortName: right, associatePermission: right.toUpperCase() }))
        : [
            { shortName: `${code}_access`, associatePermission: '' },
            ...['list', 'view', 'create', 'edit'].map((verb) => ({
              shortName: `${code}_${verb}_setting`,
              associatePermission: `${verb.toUpperCase()}_SETTING`,
            })),
          ];
    expect(body.result).toEqual(expected);
    const clerk = await signedIn(house, await aUser(house, { at: org, rights: ['list_users'] }));
    expect((await clerk.get(path)).status).toBe(403);
  });

  test('are told at no other address: one module keeps the singular, and those without a code have none', async () => {
    for (const path of ['/om-config/access-right', '/t2b-config/access-rights', '/crest-config/access-rights'])
      expect((await admin.get(path)).status).toBe(404);
  });
});

import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  anAssignment,
  aNode,
  anOrganisation,
  aRole,
  aUser,
  type Caller,
  type Place,
  signedIn,
  signIn,
} from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer({ signInTries: 3, addressTries: 1_000_000 });
type Row = { userName: string };

let org: Place;
let company: Place;
let store: Place;
let next: Place;
let clerks: string;
let managers: string;
let admin: Caller;
let inStore: Caller;

beforeAll(async () => {
  org = await anOrganisation(house, { word: 'filters' });
  company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  store = await aNode(house, { parent: company, nodeType: 'STORE' });
  next = await aNode(house, { parent: company, nodeType: 'STORE' });
  clerks = await aRole(house, { of: org, rights: ['om_dashboard'], name: 'Clerk', name_norm: 'clerk' });
  managers = await aRole(house, { of: org, rights: ['om_dashboard'], name: 'Manager', name_norm: 'manager' });
  await aRole(house, { of: org, rights: [], name: 'Nobody', name_norm: 'nobody' });
  const mine = { rights: ['list_users', 'view_user'] };
  admin = await signedIn(house, await aUser(house, { at: org, userName: 'the.admin', ...mine }));
  inStore = await signedIn(house, await aUser(house, { at: store, userName: 'in.store', ...mine }));
  const someone = (userName: string, at: Place, roleId: string, more = {}) =>
    aUser(house, { at, userName, roleId, firstName: 'Filtered', ...more });
  await someone('clerk.one', store, clerks);
  await someone('clerk.two', next, clerks, { status: false });
  const three = await someone('manager.three', company, managers);
  await someone('manager.four', store, managers);
  await anAssignment(house, { userId: three.id, roleId: clerks, at: company, position: 1 });
  const once = await someone('once.clerk', store, managers);
  await anAssignment(house, {
    userId: once.id,
    roleId: clerks,
    at: store,
    position: 1,
    until: '2020-01-01T00:00:00Z',
  });
  // in the store by their place, a clerk by what they hold in the next one
  const elsewhere = await someone('clerk.elsewhere', store, managers);
  await anAssignment(house, { userId: elsewhere.id, roleId: clerks, at: next, position: 1 });
});

const asked = (who: Caller, query: Record<string, string>) =>
  who.get(`/user-management/users?${String(new URLSearchParams(query))}`);
const found = async (query: Record<string, string>, who = admin) =>
  ((await asked(who, { search: 'filtered', size: '100', ...query })).body.result as Row[])
    .map(({ userName }) => userName)
    .sort();

describe('the list of users is narrowed', () => {
  test('to those who hold a role by any assignment that is not over', async () => {
    expect(await found({ role: clerks })).toEqual(['clerk.elsewhere', 'clerk.one', 'clerk.two', 'manager.three']);
    expect((await asked(admin, { role: clerks })).body.total).toBe(4);
  });

  test('by what is held within the reader’s own area alone', async () => {
    expect(await found({ role: clerks }, inStore)).toEqual(['clerk.one']);
    expect((await asked(inStore, { role: clerks })).body.total).toBe(1);
  });

  test('to the enabled or the disabled', async () => {
    expect(await found({ status: 'disabled' })).toEqual(['clerk.two']);
    expect(await found({ status: 'enabled' })).not.toContain('clerk.two');
    expect((await asked(admin, { status: 'disabled' })).body.total).toBe(1);
  });

  test('to those whom wrong tries have locked out, for as long as they are', async () => {
    const locked = await aUser(house, { at: store, userName: 'locked.out', firstName: 'Filtered', roleId: clerks });
    expect(await found({ status: 'locked' })).toEqual([]);
    for (let tries = 0; tries < 3; tries += 1) await signIn(house, { ...locked, secret: 'wrong' });
    // names that nobody has are locked too, and are nobody
    for (let tries = 0; tries < 3; tries += 1)
      await signIn(house, { ...locked, userName: 'filtered.nobody', secret: 'wrong' });
    expect(await found({ status: 'locked' })).toEqual(['locked.out']);
    const { body } = await asked(admin, { status: 'locked' });
    expect([body.total, body.result[0].locked]).toEqual([1, true]);
    await house.rows(`update attempts set locked_until = clock() where user_id = $1`, [locked.id]);
    expect(await found({ status: 'locked' })).toEqual([]);
  });

  test('to those who stand at one level', async () => {
    expect(await found({ level: 'COMPANY' })).toEqual(['manager.three']);
    expect(await found({ level: 'TRADING_REGION' })).toEqual([]);
    expect(await found({ level: 'STORE' })).toContain('clerk.one');
  });

  test('by all of these together, with place and words', async () => {
    const all = { role: clerks, status: 'enabled', level: 'STORE', node: store.id };
    expect(await found({ ...all, search: 'filtered clerk.one' })).toEqual(['clerk.one']);
    expect(await found({ ...all, search: 'filtered manager' })).toEqual([]);
    expect(await found({ ...all, node: next.id })).toEqual([]);
  });

  test.for([
    { status: 'asleep' },
    { level: 'SHED' },
    { role: 'clerk' },
    { roleName: 'Clerk' },
    { passwordHash: '$argon2' },
    { secretWord: 'x' },
  ] as Record<string, string>[])('by nothing that is not offered: %o', async (query) => {
    expect((await asked(admin, query)).status).toBe(400);
  });

  test('and tells nothing of another organisation by its roles', async () => {
    const other = await anOrganisation(house);
    const theirs = await aUser(house, { at: other, rights: ['om_dashboard'] });
    expect((await asked(admin, { role: theirs.roleId! })).body).toEqual({ result: [], total: 0 });
  });
});

test('a crowd is narrowed in the order of the list, page after page, by whichever order and filter', async () => {
  const crowded = await anOrganisation(house, { word: 'crowded' });
  const shop = await aNode(house, { parent: crowded, nodeType: 'STORE' });
  const [common, rare] = [
    await aRole(house, { of: crowded, rights: [] }),
    await aRole(house, { of: crowded, rights: [] }),
  ];
  await house.rows(
    `with made as (
       insert into users (id, org_id, node_id, tpath, user_name, user_name_norm, domain_name, first_name, last_name, name_norm, email_id, email_norm, search_text, status)
       select gen_random_uuid(), $1, $2, $3, 'crowd.' || i, 'crowd.' || i, 'crowded.example', 'Crowd', lpad((i * 7919 % 6000)::text, 4, '0'),
              'crowd ' || lpad((i * 7919 % 6000)::text, 4, '0'), i || '@mail.example', i || '@mail.example', 'crowd ' || i, i % 10 <> 0
         from generate_series(1, 6000) i returning id, user_name)
     insert into assignments (id, org_id, user_id, role_id, node_id, tpath)
     select gen_random_uuid(), $1, id, case when user_name like '%77' then $5::uuid else $4::uuid end, $2, $3 from made`,
    [crowded.id, shop.id, shop.tpath, common, rare],
  );
  await house.rows('analyze users, assignments');
  const reader = await signedIn(house, await aUser(house, { at: crowded, rights: ['list_users'] }));
  const walk = async (query: Record<string, string>) => {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await asked(reader, { size: '100', ...query, ...(cursor ? { cursor } : {}) });
      names.push(...(body.result as { lastName: string }[]).map(({ lastName }) => lastName));
      cursor = body.next;
    } while (cursor !== undefined);
    return names;
  };
  for (const query of [{ role: common }, { role: rare }, { status: 'disabled' }, { level: 'STORE', role: common }]) {
    const up = await walk(query);
    expect(up).toEqual(up.toSorted());
    expect(new Set(up).size).toBe(up.length);
    expect((await asked(reader, query)).body.total).toBe(up.length);
    expect(await walk({ ...query, sort: 'name:desc' })).toEqual(up.toReversed());
  }
});

describe('the roles to choose from', () => {
  const roles = async (who: Caller) =>
    ((await who.get('/user-management/user-roles')).body.result as { name: string }[]).map(({ name }) => name);

  test('are those that somebody of the reader’s own area holds there, by name', async () => {
    const ours = (names: string[]) => names.filter((name) => !name.startsWith('Role '));
    expect(ours(await roles(admin))).toEqual(['Clerk', 'Manager']);
    const inNext = await signedIn(house, await aUser(house, { at: next, rights: ['list_users'] }));
    expect(ours(await roles(inNext))).toEqual(['Clerk']);
  });
});

test('no request for the list asks the database more than six times, whatever it is narrowed to', async () => {
  const asks = vi.spyOn(pg.Client.prototype, 'query');
  const everything = { search: 'filtered', node: store.id, role: clerks, status: 'locked', level: 'STORE' };
  for (const query of [{}, everything, { ...everything, page: '1' }]) {
    asks.mockClear();
    expect((await asked(admin, query as Record<string, string>)).status).toBe(200);
    // the beginning leaves together with what opens the session, and nobody waits for the end
    const texts = asks.mock.calls.map(([question]) =>
      typeof question === 'string' ? question : (question as { text: string }).text,
    );
    const waitedFor = texts.filter((text) => text !== 'begin' && text !== 'commit');
    expect(waitedFor.length).toBeGreaterThan(1);
    expect(waitedFor.length).toBeLessThanOrEqual(6);
  }
  asks.mockRestore();
});

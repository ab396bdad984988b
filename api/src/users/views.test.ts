import { beforeAll, describe, expect, test } from 'vitest';
import { aNode, anOrganisation, aUser, type Caller, type Place, platform, signedIn } from '../../test/builders.ts';
import { codeOf } from '../../test/retailer.ts';
import { aServer } from '../../test/server.ts';
import { filledInOfAView, viewsUrl } from '../../test/user-views.ts';

const house = await aServer();
let company: Place;
let store: Place;
let next: Place;

beforeAll(async () => {
  const org = await anOrganisation(house);
  company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  store = await aNode(house, { parent: company, nodeType: 'STORE' });
  next = await aNode(house, { parent: company, nodeType: 'STORE' });
});

const someone = async (at: Place, ...rights: string[]): Promise<Caller> =>
  signedIn(house, await aUser(house, { at, rights: ['list_users', ...rights] }));
const kept = async (who: Caller, name: string, more = {}) => {
  const { status, text, body } = await who.post(viewsUrl, { ...filledInOfAView(name), ...more });
  if (status !== 200) throw new Error(`the view was refused: ${text}`);
  return body.result as { id: string; version: number };
};
const seen = async (who: Caller) =>
  ((await who.get(viewsUrl)).body.result.views as { name: string; own: boolean; can: { change: boolean } }[]).map(
    ({ name, own, can }) => [name, own ? 'own' : 'shared', can.change ? 'may change' : 'looks only'],
  );

describe('a view of the list of users', () => {
  test('keeps name, filters, order and columns, wherever its author signs in', async () => {
    const me = await someone(company);
    const query = { search: 'lee', status: 'locked', level: 'STORE', node: store.id, sort: 'lastActive:desc' };
    const made = await kept(me, ' Locked out ', { query, columns: ['role', 'lastActive'] });
    expect((await me.get(viewsUrl)).body.result.views).toMatchObject([
      { id: made.id, name: 'Locked out', shared: false, own: true, query, columns: ['role', 'lastActive'], version: 1 },
    ]);
    const again = await signedIn(house, me.person);
    expect(await seen(again)).toEqual([['Locked out', 'own', 'may change']]);
  });

  test('is its author’s alone until it is shared, and then seen by everybody whose area lies within theirs', async () => {
    const boss = await someone(company);
    const [below, beside, above] = [await someone(store), await someone(company), await someone(company.parent!)];
    const made = await kept(boss, 'Of the company');
    for (const who of [below, beside, above]) expect(await seen(who)).toEqual([]);
    const shared = { ...filledInOfAView('Of the company'), shared: true };
    expect((await boss.put(`${viewsUrl}/${made.id}`, shared)).status).toBe(200);
    expect(await seen(below)).toEqual([['Of the company', 'shared', 'looks only']]);
    expect(await seen(beside)).toEqual([['Of the company', 'shared', 'looks only']]);
    expect(await seen(above)).toEqual([]);
    await boss.delete(`${viewsUrl}/${made.id}`);
  });

  test('shared from a store is seen in that store and in no other', async () => {
    const [here, colleague, neighbour] = [await someone(store), await someone(store), await someone(next)];
    const { id } = await kept(here, 'Of the store', { shared: true });
    expect([await seen(colleague), await seen(neighbour)]).toEqual([[['Of the store', 'shared', 'looks only']], []]);
    for (const ask of [
      await neighbour.put(`${viewsUrl}/${id}`, filledInOfAView()),
      await neighbour.delete(`${viewsUrl}/${id}`),
    ])
      expect(codeOf(ask)).toEqual([404, 'userView.unknown']);
    await here.delete(`${viewsUrl}/${id}`);
  });

  test('is changed and deleted by its author, or where it is shared by whoever may edit users there', async () => {
    const [boss, keeper, clerk] = [
      await someone(company),
      await someone(company, 'edit_user'),
      await someone(store, 'edit_user'),
    ];
    const made = await kept(boss, 'Shared', { shared: true });
    const secret = await kept(boss, 'Secret');
    const change = filledInOfAView('Renamed');
    const shared = { ...change, shared: true };
    expect(codeOf(await clerk.put(`${viewsUrl}/${made.id}`, shared))).toEqual([409, 'userView.notYours']);
    expect(codeOf(await clerk.delete(`${viewsUrl}/${made.id}`))).toEqual([409, 'userView.notYours']);
    expect(codeOf(await keeper.put(`${viewsUrl}/${secret.id}`, change))).toEqual([404, 'userView.unknown']);
    // only its author takes a view from sharing
    expect(codeOf(await keeper.put(`${viewsUrl}/${made.id}`, change))).toEqual([409, 'userView.notYours']);
    const renamed = await keeper.put(`${viewsUrl}/${made.id}`, shared);
    expect([renamed.status, renamed.body.result.name]).toEqual([200, 'Renamed']);
    expect((await keeper.delete(`${viewsUrl}/${made.id}`)).status).toBe(200);
    expect(await seen(boss)).toEqual([['Secret', 'own', 'may change']]);
    const told = await house.rows(`select action from audit where entity_id = any($1) order by at, id`, [
      [made.id, secret.id],
    ]);
    expect(told.map(({ action }) => action)).toEqual(['view.created', 'view.updated', 'view.deleted']);
  });

  test('stays with the place where it was shared when its author is moved below that', async () => {
    const boss = await someone(company, 'edit_user');
    const made = await kept(boss, 'Of those above', { shared: true });
    const secret = await kept(boss, 'Not shared yet');
    await house.rows(`update users set node_id = $2, tpath = (select tpath from nodes where id = $2) where id = $1`, [
      boss.person.id,
      store.id,
    ]);
    await house.rows(
      `update assignments set node_id = $2, tpath = (select tpath from nodes where id = $2) where user_id = $1`,
      [boss.person.id, store.id],
    );
    const me = await signedIn(house, boss.person);
    expect(await seen(me)).toEqual([
      ['Not shared yet', 'own', 'may change'],
      ['Of those above', 'own', 'looks only'],
    ]);
    const change = { ...filledInOfAView('Of those above'), shared: true };
    for (const ask of [await me.put(`${viewsUrl}/${made.id}`, change), await me.delete(`${viewsUrl}/${made.id}`)])
      expect(codeOf(ask)).toEqual([409, 'userView.notYours']);
    // what they share from now on is shared where they stand now
    const shared = { ...filledInOfAView('Not shared yet'), shared: true };
    expect((await me.put(`${viewsUrl}/${secret.id}`, shared)).status).toBe(200);
    const names = async (who: Caller) => (await seen(who)).map(([name]) => name);
    expect(await names(await someone(store))).toEqual(['Not shared yet', 'Of those above']);
    expect(await names(await someone(next))).toEqual(['Of those above']);
    expect((await (await someone(company, 'edit_user')).delete(`${viewsUrl}/${made.id}`)).status).toBe(200);
    await me.delete(`${viewsUrl}/${secret.id}`);
  });

  test('is not overwritten by whoever saw an older one', async () => {
    const me = await someone(company);
    const made = await kept(me, 'Twice');
    const stale = { 'if-match': '"1"' };
    const ask = { method: 'PUT' as const, url: `${viewsUrl}/${made.id}`, host: me.host, token: me.token };
    const body = { ...filledInOfAView('Twice'), columns: [] };
    expect((await house.ask({ ...ask, body, headers: stale })).status).toBe(200);
    expect(codeOf(await house.ask({ ...ask, body, headers: stale }))).toEqual([412, 'record.stale']);
  });

  test('has a name of its own among those of its author', async () => {
    const [me, you] = [await someone(company), await someone(company)];
    await kept(me, 'Same');
    await kept(you, 'Same');
    expect(codeOf(await me.post(viewsUrl, filledInOfAView('SAME')))).toEqual([409, 'userView.nameTaken']);
  });

  test.for([
    { name: '' },
    { name: 'x'.repeat(65) },
    { query: { status: 'asleep' } },
    { query: { sort: 'passwordHash:asc' } },
    { columns: ['passwordHash'] },
    { shared: 'yes' },
  ])('holds nothing that the list does not know: %o', async (wrong) => {
    const me = await someone(company);
    expect((await me.post(viewsUrl, { ...filledInOfAView(), ...wrong })).status).toBe(400);
  });

  test('is kept up to a bound', async () => {
    const me = await someone(company);
    await house.rows(
      `insert into user_views (id, org_id, owner_id, name, name_norm, shared, query, columns, created_date, updated_date)
       select gen_random_uuid(), $1, $2, i::text, i::text, false, '{}', '{}', clock(), clock() from generate_series(1, 100) i`,
      [company.orgId, me.person.id],
    );
    expect(codeOf(await me.post(viewsUrl, filledInOfAView()))).toEqual([409, 'userView.tooMany']);
  });

  test('follows the place of its author when that is moved', async () => {
    const other = await aNode(house, { parent: company.parent!, nodeType: 'COMPANY' });
    const region = await aNode(house, { parent: company, nodeType: 'TRADING_REGION' });
    const [author, colleague] = [await someone(region), await someone(region)];
    await kept(author, 'Moved along', { shared: true });
    const mover = await someone(company.parent!, 'edit_node');
    expect((await mover.put(`/node-management/node/${region.id}/move`, { parentId: other.id })).status).toBe(200);
    expect(await seen(await signedIn(house, colleague.person))).toEqual([['Moved along', 'shared', 'looks only']]);
  });
});

describe('the columns of the list', () => {
  test('are kept for each person, in the order in which they stand', async () => {
    const [me, you] = [await someone(company), await someone(company)];
    const columns = async (who: Caller) => (await who.get(viewsUrl)).body.result.columns;
    expect(await columns(me)).toBeNull();
    expect((await me.put('/user-management/user-columns', { columns: ['status', 'role'] })).body.result).toEqual({
      columns: ['role', 'status'],
    });
    await me.put('/user-management/user-columns', { columns: ['emailId'] });
    expect([await columns(me), await columns(you)]).toEqual([['emailId'], null]);
    expect((await me.put('/user-management/user-columns', { columns: ['pin'] })).status).toBe(400);
  });

  test('and views are kept by those above all organisations too', async () => {
    const above = await someone(platform);
    await kept(above, 'From above');
    expect(await seen(above)).toEqual([['From above', 'own', 'may change']]);
  });
});

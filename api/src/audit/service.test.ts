import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aUser, type Caller, type Place, signedIn } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';
import { addNode, aSmallTree, codeOf, filledInAnew, ofNode } from '../../test/small-tree.ts';

const house = await aServer();
let north: Place;
let south: Place;
let region: Place;
let store: Place;
let admin: Caller;

beforeEach(async () => {
  ({ north, south, region, store, admin } = await aSmallTree(house));
});

type Entry = {
  action: string;
  entityName: string;
  actorName: string;
  sealed: number | null;
  before: unknown;
  after: unknown;
};
const ask = async (query = '', caller = admin) => {
  const { status, body } = await caller.get(`/audit?${query}`);
  return { status, ...(body as { result: Entry[]; total: number; next?: string; messageCode?: string }) };
};
const actions = ({ result }: { result: Entry[] }) => result.map(({ action }) => action);
const rename = (place: Place, name: string, caller = admin) => caller.put(ofNode(place), filledInAnew({ name }));

describe('the audit', () => {
  test('tells who did what to what, with what stood there before and after, newest first', async () => {
    await rename(store, 'Headrow');
    await admin.put(`${ofNode(store)}/status`, { status: false });
    const { result, total } = await ask(`entity=node&entityId=${store.id}`);
    expect(total).toBe(2);
    expect(result).toMatchObject([
      { action: 'node.disabled', entityName: 'Headrow', before: { status: true }, after: { status: false } },
      { action: 'node.updated', entityName: 'Headrow', before: { name: 'Briggate' }, after: { name: 'Headrow' } },
    ]);
    expect(result[0]!.actorName).toMatch(/\S/);
  });

  test('tells a manager of their own area, and of nothing beside it', async () => {
    const manager = await signedIn(house, await aUser(house, { at: north }));
    await rename(south, 'Deep South');
    await rename(region, 'Lancashire');
    const { result } = await ask('entity=node', manager);
    expect(result.map(({ entityName }) => entityName)).toEqual(['Lancashire']);
    expect((await ask(`entityId=${south.id}`, manager)).total).toBe(0);
  });

  test('is found by kind, by who did it, by day and by name', async () => {
    const clerk = await signedIn(house, await aUser(house, { at: north, firstName: 'Ottilie', lastName: 'Vane' }));
    await rename(region, 'Lancashire', clerk);
    await rename(store, 'Headrow');
    expect(actions(await ask('action=node'))).toEqual(['node.updated', 'node.updated']);
    expect(actions(await ask('action=node.moved'))).toEqual([]);
    expect((await ask(`action=node&actorId=${clerk.person.id}`)).result).toMatchObject([{ actorName: 'Ottilie Vane' }]);
    expect((await ask('action=node&search=ottilie')).total).toBe(1);
    expect((await ask('action=node&search=headrow')).total).toBe(1);
    const [{ today }] = (await house.rows<{ today: string }>(
      `select to_char(clock() at time zone 'UTC', 'YYYY-MM-DD') as today`,
    )) as [{ today: string }];
    expect((await ask(`action=node&from=${today}&to=${today}`)).total).toBe(2);
    expect((await ask('action=node&to=2020-01-01')).total).toBe(0);
  });

  test('calls a device by its name', async () => {
    const device = { nodeId: store.id, name: 'Till by the door', type: 'tablet', address: '10.0.0.7', serial: 'T-7' };
    expect((await admin.post('/module-management/device', device)).status).toBe(200);
    expect((await ask('entity=device')).result).toMatchObject([{ entityName: 'Till by the door' }]);
  });

  test('comes page by page, each entry once, while more happens meanwhile', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await rename(store, name);
    const first = await ask('action=node&size=5');
    await rename(store, 'later');
    const second = await ask(`action=node&size=5&cursor=${first.next}`);
    const names = [...first.result, ...second.result].map(({ after }) => (after as { name: string }).name);
    expect(names).toEqual(['g', 'f', 'e', 'd', 'c', 'b', 'a']);
  });

  test.each([
    ['entity=thing'],
    ['entityId=1'],
    ['action=node.updated.twice'],
    ['from=yesterday'],
    ['sort=at:asc'],
    ['cursor=x'],
  ])('refuses what it does not know: %s', async (query) => {
    expect((await ask(query)).status).toBe(400);
  });

  test('is for those alone who may look at users and places', async () => {
    const clerk = await signedIn(house, await aUser(house, { at: north, rights: ['view_node'] }));
    expect(codeOf(await clerk.get('/audit'))).toEqual([403, 'access.denied']);
  });
});

describe('the chain', () => {
  const seal = () => house.rows<{ seal_audit: number }>('select seal_audit(10000)');
  const verify = () =>
    house.rows<{ audit_id: string; fault: string }>('select audit_id, fault from verify_audit() order by position');

  test('seals what happened soon after, in order, each organisation for itself', async () => {
    const { body } = await addNode(admin, north, 'TRADING_REGION');
    await vi.waitFor(async () => {
      await seal();
      const { result } = await ask(`entityId=${body.result.nodeId}`);
      expect(result[0]!.sealed).toBeGreaterThan(0);
    });
    const gaps = await house.rows(
      'select org_id from audit_seals group by org_id having max(position) <> count(*) or min(position) <> 1',
    );
    expect(gaps).toEqual([]);
    expect(await verify()).toEqual([]);
  });

  test.each([
    ['changed', `update audit set reason = 'another' where id = $1`],
    ['changed', `update audit set at = at - interval '1 day' where id = $1`],
  ])('shows a row that was %s afterwards: %s', async (fault, statement) => {
    await rename(store, 'Headrow');
    await seal();
    const [row] = await house.rows<{ id: string }>(
      `select id from audit where entity_id = $1 and action = 'node.updated'`,
      [store.id],
    );
    const [kept] = await house.rows('select reason, at::text from audit where id = $1', [row!.id]);
    await house.rows(statement, [row!.id]);
    expect(await verify()).toEqual([{ audit_id: row!.id, fault }]);
    await house.rows('update audit set reason = $2, at = $3::timestamptz where id = $1', [
      row!.id,
      kept!['reason'],
      kept!['at'],
    ]);
    expect(await verify()).toEqual([]);
  });

  test('shows that a row in the middle is gone', async () => {
    for (const name of ['a', 'b', 'c']) await rename(store, name);
    await seal();
    const rows = await house.rows<{ id: string; position: string }>(
      `select a.id, s.position from audit a join audit_seals s on s.audit_id = a.id where a.entity_id = $1 order by s.position`,
      [store.id],
    );
    const [gone, next] = [rows[1]!, rows[2]!];
    await house.rows('delete from audit_seals where audit_id = $1', [gone.id]);
    expect(await verify()).toMatchObject([{ audit_id: next.id, fault: 'gone' }]);
  });
});

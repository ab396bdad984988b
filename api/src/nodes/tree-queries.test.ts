import { beforeEach, describe, expect, test } from 'vitest';
import { aNode, aUser, type Caller, insert, type Place, signedIn, signIn } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';
import { addNode, aSmallTree, codeOf, filledInAnew, marksOf, namesOf, ofNode } from '../../test/small-tree.ts';

const house = await aServer();
let tree: Awaited<ReturnType<typeof aSmallTree>>;
let org: Place;
let north: Place;
let south: Place;
let region: Place;
let group: Place;
let store: Place;
let admin: Caller;

beforeEach(async () => {
  tree = await aSmallTree(house);
  ({ org, north, south, region, group, store, admin } = tree);
});

const url = '/node-management/node';
const change = (place: Place, body: object, version = 1, caller = admin) =>
  caller.put(ofNode(place), body, { 'if-match': `"${version}"` });
const setStatus = (place: Place, status: boolean, caller = admin) => caller.put(`${ofNode(place)}/status`, { status });
const remove = (place: Place, caller = admin) => caller.delete(`${ofNode(place)}/delete`);

describe('making a place', () => {
  test('puts it at its place in the tree with all that was filled in, and writes down who did it', async () => {
    const all = {
      name: '  Leeds Briggate  ',
      code: 'LDS-1',
      region: ['REST_OF_WORLD', 'CHINA'],
      street: '118 Briggate',
      city: 'Leeds',
      state: '',
      postCode: 'LS1 6BG',
      country: 'GB',
      timeZone: 'Europe/London',
      phoneNumber: '+44 113 496 0000',
      emailId: 'briggate@oak.example',
    };
    const { status, body } = await addNode(admin, group, 'STORE', all);
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      name: 'Leeds Briggate',
      code: 'LDS-1',
      nodeType: 'STORE',
      parentId: group.id,
      status: true,
      isOverride: false,
      region: ['CHINA', 'REST_OF_WORLD'],
      address: { street: '118 Briggate', city: 'Leeds', state: '', postCode: 'LS1 6BG' },
      country: 'GB',
      timeZone: 'Europe/London',
      phoneNumber: '+44 113 496 0000',
      emailId: 'briggate@oak.example',
      version: 1,
      createdBy: admin.person.id,
    });
    expect(namesOf(body.result.path)).toEqual(['Oak', 'North', 'Yorkshire', 'Leeds']);
    const again = await admin.get(ofNode({ id: body.result.nodeId }));
    expect(again.body.result).toEqual(body.result);
    expect(await marksOf(house, body.result.nodeId)).toMatchObject([
      { action: 'node.created', after: { code: 'LDS-1' } },
    ]);
  });

  test.each([
    ['GLOBAL', []],
    ['ORGANIZATION', ['COMPANY']],
    ['COMPANY', ['TRADING_REGION']],
    ['TRADING_REGION', ['STORE_GROUP', 'STORE']],
    ['STORE_GROUP', ['SUB_STORE_GROUP', 'STORE']],
    ['STORE', []],
  ] as const)('below %s stand %j, and nothing else', async (nodeType, allowed) => {
    const parent = { ORGANIZATION: org, COMPANY: north, TRADING_REGION: region, STORE_GROUP: group, STORE: store };
    if (nodeType === 'GLOBAL') return expect(allowed).toEqual([]);
    for (const type of ['COMPANY', 'TRADING_REGION', 'STORE_GROUP', 'SUB_STORE_GROUP', 'STORE']) {
      const answer = await addNode(admin, parent[nodeType], type.toLowerCase());
      if ((allowed as readonly string[]).includes(type)) expect(answer.status).toBe(200);
      else expect(codeOf(answer)).toEqual([409, 'node.wrongParent']);
    }
  });

  test('says by field what is wrong, and makes nothing', async () => {
    const before = await house.rows('select count(*) from nodes');
    const { status, body } = await addNode(admin, group, 'STORE', {
      name: ' ',
      code: 'a b',
      region: ['MARS'],
      country: 'GREAT',
      timeZone: 'Mars/Olympus',
      phoneNumber: '12',
      emailId: 'nobody',
    });
    expect(status).toBe(400);
    expect(
      Object.fromEntries(body.errors.map((one: { path: string; messageCode: string }) => [one.path, one.messageCode])),
    ).toEqual({
      name: 'field.required',
      code: 'field.invalidCharacter',
      'region.0': 'field.invalid',
      country: 'field.invalid',
      timeZone: 'field.invalid',
      phoneNumber: 'field.phone',
      emailId: 'field.email',
    });
    expect(await house.rows('select count(*) from nodes')).toEqual(before);
  });

  test('takes no code that another place of the organisation has, in whatever letters, unless that one is gone', async () => {
    expect(codeOf(await addNode(admin, group, 'STORE', { code: 'brig' }))).toEqual([409, 'node.codeTaken']);
    expect(codeOf(await change(group, filledInAnew({ code: 'Brig' })))).toEqual([409, 'node.codeTaken']);
    expect((await remove(store)).status).toBe(200);
    expect((await addNode(admin, group, 'STORE', { code: 'brig' })).status).toBe(200);
  });

  test.each(['متجر الرياض', '上海店 一号', 'ร้านกรุงเทพ', 'Магазин №1', 'Cafe\u0301 Zu\u0308rich'])(
    'takes names and codes of any script: %s',
    async (name) => {
      const { status, body } = await addNode(admin, group, 'STORE', { name, code: name.replaceAll(/[\s№]/g, '') });
      expect([status, body.result.name]).toEqual([200, name]);
      const found = await admin.get(`${url}/search?search=${encodeURIComponent(name)}`);
      expect(namesOf(found.body.result)).toEqual([name]);
    },
  );

  test('goes nowhere below a place outside one’s own area, or one that is gone', async () => {
    const manager = await signedIn(house, await aUser(house, { at: south }));
    expect(codeOf(await addNode(manager, north, 'TRADING_REGION'))).toEqual([404, 'node.unknown']);
    await remove(store);
    await remove(group);
    expect(codeOf(await addNode(admin, group, 'STORE'))).toEqual([404, 'node.unknown']);
  });
});

describe('changing a place', () => {
  test('keeps what was filled in and writes down what was there before', async () => {
    const { status, body, headers } = await change(
      store,
      filledInAnew({ name: 'Briggate', code: 'BRIG-2', city: 'Leeds' }),
    );
    expect([status, body.result.code, body.result.version, headers['etag']]).toEqual([200, 'BRIG-2', 2, '"2"']);
    expect(await marksOf(house, store.id)).toMatchObject([
      { action: 'node.updated', before: { code: 'BRIG' }, after: { code: 'BRIG-2' } },
    ]);
  });

  test('overwrites nobody: who starts from an older version is shown the newer one', async () => {
    await change(store, filledInAnew({ name: 'First' }));
    const second = await change(store, filledInAnew({ name: 'Second' }));
    expect(codeOf(second)).toEqual([412, 'record.stale']);
    expect(second.body.current.name).toBe('First');
    expect((await admin.get(ofNode(store))).body.result.name).toBe('First');
  });

  test('walls nobody out of their own place, nor a place out of every portal', async () => {
    const manager = await signedIn(house, await aUser(house, { at: north }));
    expect(codeOf(await change(north, filledInAnew({ region: ['CHINA'] }), 1, manager))).toEqual([
      409,
      'node.hidesYourself',
    ]);
    expect(codeOf(await change(north, filledInAnew({ region: ['CHINA'] })))).toEqual([409, 'node.hiddenEverywhere']);
    await insert(house, 'portal_hosts', { host: `oak${tree.word}.cn`, org_id: org.id });
    expect((await change(north, filledInAnew({ region: ['CHINA'] }))).status).toBe(200);
  });
});

describe('a region', () => {
  test.each([
    ['oak.localhost', ['Both', 'None', 'World']],
    ['oak.cn', ['Both', 'China', 'None']],
    ['x.cnet.com', ['Both', 'None', 'World']],
  ])('on %s leaves %j in tree, search and counts', async (host, left) => {
    const own = `${host.split('.')[0]}${tree.word}.${host.split('.').slice(1).join('.')}`;
    for (const name of ['oak.localhost', 'oak.cn', 'x.cnet.com'].map((one) => one.replace('.', `${tree.word}.`)))
      await house.rows('insert into portal_hosts (host, org_id) values ($1, $2) on conflict do nothing', [
        name,
        org.id,
      ]);
    const places = {
      China: ['CHINA'],
      World: ['REST_OF_WORLD'],
      Both: ['CHINA', 'REST_OF_WORLD'],
      None: [],
    };
    for (const [name, regions] of Object.entries(places)) {
      const place = await aNode(house, { parent: south, nodeType: 'TRADING_REGION', name, region: regions });
      await aNode(house, { parent: place, nodeType: 'STORE', name: `Shop of ${name}` });
    }
    const caller = await signedIn(house, { ...admin.person, host: own });
    const children = await caller.get(`${ofNode(south)}/children`);
    expect([namesOf(children.body.result), children.body.total]).toEqual([left, 3]);
    expect((await caller.get(ofNode(south))).body.result).toMatchObject({ childCount: 3, storeCount: 3 });
    const found = await caller.get(`${url}/search?search=shop of`);
    expect([namesOf(found.body.result), found.body.total]).toEqual([left.map((name) => `Shop of ${name}`), 3]);
  });
});

describe('closing a place', () => {
  test('shuts out who works there or below at once, and opening it again lets them in', async () => {
    const clerk = await aUser(house, { at: store });
    const working = await signedIn(house, clerk);
    const { status, body } = await setStatus(region, false);
    expect([status, body.result.status]).toEqual([200, false]);
    expect((await working.get(ofNode(store))).status).toBe(401);
    expect((await signIn(house, clerk)).status).toBe(400);
    expect((await admin.get(ofNode(store))).status).toBe(200);
    await setStatus(region, true);
    expect((await signIn(house, clerk)).status).toBe(200);
    expect((await marksOf(house, region.id)).map(({ action }) => action)).toEqual(['node.disabled', 'node.enabled']);
  });

  test('takes it out of what can be chosen, and leaves it in the tree', async () => {
    await setStatus(group, false);
    expect(namesOf((await admin.get(`${ofNode(region)}/children`)).body.result)).toEqual(['Leeds']);
    expect((await admin.get(`${ofNode(region)}/children?status=true`)).body).toMatchObject({ result: [], total: 0 });
    expect((await admin.get(`${ofNode(region)}?status=true`)).body.result.children).toEqual([]);
  });

  test('takes all below it out of what a search offers to choose from, by kind where only some will do', async () => {
    const search = async (more: string) => {
      const { body } = await admin.get(`${url}/search?search=e${more}`);
      return [namesOf(body.result), body.total];
    };
    expect(await search('&types=STORE,STORE_GROUP')).toEqual([['Briggate', 'Leeds'], 2]);
    expect(await search('&status=true&types=STORE_GROUP')).toEqual([['Leeds'], 1]);
    await setStatus(region, false);
    expect(await search('&types=STORE,STORE_GROUP')).toEqual([['Briggate', 'Leeds'], 2]);
    expect(await search('&status=true&types=STORE,STORE_GROUP')).toEqual([[], 0]);
    expect((await admin.get(`${url}/search?search=e&types=STALL`)).status).toBe(400);
  });

  test('is nobody’s to do to their own place', async () => {
    const manager = await signedIn(house, await aUser(house, { at: north }));
    expect(codeOf(await setStatus(north, false, manager))).toEqual([409, 'node.ownPlace']);
    expect(codeOf(await setStatus(org, false))).toEqual([409, 'node.ownPlace']);
    expect((await setStatus(region, false, manager)).status).toBe(200);
  });
});

describe('deleting a place', () => {
  test('takes only an empty one, and says how much is in the way', async () => {
    await aUser(house, { at: store });
    const full = await remove(region);
    expect(codeOf(full)).toEqual([409, 'node.notEmpty']);
    expect(full.body.message).toContain('2 places, 1 users');
    expect(codeOf(await remove(store))).toEqual([409, 'node.notEmpty']);
    const empty = await aNode(house, { parent: group, nodeType: 'STORE' });
    expect((await remove(empty)).status).toBe(200);
    expect((await admin.get(ofNode(empty))).status).toBe(404);
    expect((await marksOf(house, empty.id)).map(({ action }) => action)).toEqual(['node.deleted']);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import { type ApiClient, createClient, createNode, createOrganisation, createUser, type TestNode } from './builders.ts';
import { errorsOf } from './lists.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
let org: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(server);
  admin = await createClient(server, await createUser(server, { node: org }));
});

type Values = Readonly<Record<string, unknown>>;
const hotkey = (SKU: string, more: Values = {}) => ({ type: 'hotkey', SKU, displayName: `Key ${SKU}`, ...more });
const container = (type: 'group' | 'page', displayName: string, more: Values = {}) => ({ type, displayName, ...more });
const add = (values: Values, after = 'last') => ({ action: 'add', after, values });

const urlOf = ({ id }: TestNode) => `/node-management/node/${id}/settings/hotkeys`;
const save = (node: TestNode, rows: Values, order?: readonly string[]) =>
  admin.put(urlOf(node), { fields: { keys: { value: { rows, ...(order && { order }) } } } });
const layoutOf = async ({ id }: TestNode) =>
  (await admin.get(`/node-management/node/${id}/configuration`)).body.result.hotkeys;

type Key = { position: number; page: number; SKU?: string; displayName: string; groupId?: string | null };
/** The keys as text, such as `1 Gifts, 1.1 A, 2 B`. */
async function keysOf(node: TestNode): Promise<string> {
  const { keys } = (await layoutOf(node)) as { keys: (Key & { id: string })[] };
  const positions = new Map(keys.map(({ id, position }) => [id, position]));
  return keys
    .map(({ groupId, position, SKU, displayName }) => {
      const group = groupId ? `${positions.get(groupId)}.` : '';
      return `${group}${position} ${SKU ?? displayName}`;
    })
    .join(', ');
}

/** A company with a store, and keys A, B, a group of C and D, and E at the company. */
async function createLayout() {
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  const store = await createNode(server, { parent: region, nodeType: 'STORE' });
  const [a, b, c, d, e, group] = [newId(), newId(), newId(), newId(), newId(), newId()];
  const rows = {
    [a]: add(hotkey('A')),
    [b]: add(hotkey('B'), a),
    [group]: add(container('group', 'Gifts'), b),
    [c]: add(hotkey('C', { parentId: group }), group),
    [d]: add(hotkey('D', { parentId: group }), c),
    [e]: add(hotkey('E'), d),
  };
  expect((await save(company, rows)).status).toBe(200);
  return { company, region, store, a, b, c, d, e, group };
}

describe('the hotkeys in the configuration of a store', () => {
  test('have their positions, outside of groups and within each, and their image, names and looks', async () => {
    const { company, store, a, b, group, d } = await createLayout();
    const looks = { colour: 'primary', icon: 'gift', image: '/files/cap.webp', names: { 'ja-JP': '帽子' } };
    await save(company, { [b]: add(hotkey('B', looks), a), [group]: add(container('group', 'Gifts', looks), b) });
    const { keys, pages } = await layoutOf(store);
    const shared = { names: looks.names, imageUrls: [looks.image], colour: 'primary', icon: 'gift', page: 1 };
    expect(keys[1]).toEqual({ id: b, position: 2, SKU: 'B', displayName: 'Key B', groupId: null, ...shared });
    expect(keys[2]).toEqual({ id: group, position: 3, displayName: 'Gifts', isHotKeyGroup: true, ...shared });
    expect(keys[4]).toMatchObject({ id: d, position: 2, groupId: group, imageUrls: [] });
    expect(pages).toEqual([]);
    expect(await keysOf(store)).toBe('1 A, 2 B, 3 Gifts, 3.1 C, 3.2 D, 4 E');
  });

  test('are renumbered without gaps where a node removes, hides, adds and moves keys', async () => {
    const { company, store, a, b, c, d, e, group } = await createLayout();
    await save(company, { [a]: null });
    expect(await keysOf(store)).toBe('1 B, 2 Gifts, 2.1 C, 2.2 D, 3 E');
    await save(store, { [c]: { action: 'hide' }, [newId()]: add(hotkey('F', { parentId: group }), d) });
    expect(await keysOf(store)).toBe('1 B, 2 Gifts, 2.1 D, 2.2 F, 3 E');
    await save(store, {}, [e, b, group, d]);
    expect(await keysOf(store)).toBe('1 E, 2 B, 3 Gifts, 3.1 D, 3.2 F');
    expect(await keysOf(company)).toBe('1 B, 2 Gifts, 2.1 C, 2.2 D, 3 E');
  });

  test('are numbered page by page, and a key without a page is on the first', async () => {
    const { company, store, a, b, e, group } = await createLayout();
    const [front, season] = [newId(), newId()];
    const pages = {
      [front]: add(container('page', 'Front', { names: { de: 'Vorn' } })),
      [season]: add(container('page', 'Season'), front),
    };
    await save(company, { ...pages, [a]: add(hotkey('A', { parentId: season }), 'first') });
    const layout = await layoutOf(store);
    expect(layout.pages).toEqual([
      { id: front, position: 1, displayName: 'Front', names: { de: 'Vorn' } },
      { id: season, position: 2, displayName: 'Season', names: {} },
    ]);
    expect(await keysOf(store)).toBe('1 B, 2 Gifts, 2.1 C, 2.2 D, 3 E, 4 A');
    expect(layout.keys.map(({ page }: Key) => page)).toEqual([1, 1, 1, 1, 1, 2]);
    await save(store, { [group]: { action: 'replace', values: container('group', 'Gifts', { parentId: season }) } });
    expect(await keysOf(store)).toBe('1 B, 2 E, 3 A, 4 Gifts, 4.1 C, 4.2 D');
    await save(store, { [season]: { action: 'hide' } });
    expect(await keysOf(store)).toBe('1 B, 2 E');
    expect((await layoutOf(store)).keys.map(({ id }: { id: string }) => id)).toEqual([b, e]);
  });
});

describe('a group that a store hides', () => {
  test('hides its hotkeys too, also those that are added to it later, until it is shown again', async () => {
    const { company, store, c, d, group } = await createLayout();
    await save(store, { [group]: { action: 'hide' } });
    expect(await keysOf(store)).toBe('1 A, 2 B, 3 E');
    await save(company, { [newId()]: add(hotkey('F', { parentId: group }), d) });
    expect(await keysOf(store)).toBe('1 A, 2 B, 3 E');
    const { list } = (await admin.get(urlOf(store))).body.result.fields.keys;
    const hidden = list.hidden.map(({ id, own, within }: Values) => [id, own, within]);
    expect(hidden).toEqual(
      expect.arrayContaining([
        [group, true, undefined],
        [c, false, group],
        [d, false, group],
      ]),
    );
    await save(store, { [group]: null });
    expect(await keysOf(store)).toBe('1 A, 2 B, 3 Gifts, 3.1 C, 3.2 D, 3.3 F, 4 E');
  });

  test('leaves a hotkey of the store outside of groups when the company deletes it', async () => {
    const { company, store, c, d, group } = await createLayout();
    await save(store, { [newId()]: add(hotkey('F', { parentId: group }), d) });
    await save(company, { [group]: null, [c]: null, [d]: null });
    expect(await keysOf(store)).toBe('1 A, 2 B, 3 E, 4 F');
  });
});

test.each<[what: string, values: Values, column: string, code: string]>([
  ['a hotkey without a product', { type: 'hotkey', displayName: 'Cap' }, 'SKU', 'field.required'],
  ['a hotkey without a name', { type: 'hotkey', SKU: 'A' }, 'displayName', 'field.required'],
  ['a group without a name', { type: 'group', displayName: ' ' }, 'displayName', 'field.required'],
  ['a group with a product', { type: 'group', displayName: 'Gifts', SKU: 'A' }, 'SKU', 'field.invalid'],
  ['a name of 65 characters', hotkey('A', { displayName: 'x'.repeat(65) }), 'displayName', 'field.tooLong'],
  ['an unknown colour', hotkey('A', { colour: '#ff0000' }), 'colour', 'field.invalid'],
  ['a name in an unknown language', hotkey('A', { names: { tlh: 'mIv' } }), 'names', 'field.invalid'],
  ['a group that does not exist', hotkey('A', { parentId: newId() }), 'parentId', 'field.parentUnknown'],
])('a layout refuses %s at its column and stores nothing', async (_, values, column, code) => {
  const { store } = await createLayout();
  const id = newId();
  const response = await save(store, { [id]: add(values), [newId()]: add(hotkey('Z')) });
  expect([response.status, errorsOf(response)]).toEqual([400, [[`fields.keys.${id}.${column}`, code]]]);
  expect(await keysOf(store)).not.toContain('Z');
});

test('a layout refuses a group in a group, a page in a page, and a hotkey in a hotkey', async () => {
  const { store, a, group } = await createLayout();
  const [page, other] = [newId(), newId()];
  expect((await save(store, { [page]: add(container('page', 'Front')) })).status).toBe(200);
  for (const values of [
    container('group', 'Inner', { parentId: group }),
    container('page', 'Inner', { parentId: page }),
    hotkey('F', { parentId: a }),
  ]) {
    const response = await save(store, { [other]: add(values) });
    expect(errorsOf(response)).toEqual([[`fields.keys.${other}.parentId`, 'field.nested']]);
  }
});

test('an empty group is kept, and names of 64 characters, emoji, from right to left and in Japanese as typed', async () => {
  const { store } = await createLayout();
  const names = ['x'.repeat(64), '🧢 Cap 👩‍👩‍👧', 'قبعة حمراء', '日本語のとても長い表示名'];
  const ids = names.map(() => newId());
  const rows = Object.fromEntries(ids.map((id, index) => [id, add(container('group', names[index]!), ids[index - 1])]));
  expect((await save(store, rows)).status).toBe(200);
  const { keys } = await layoutOf(store);
  expect(keys.slice(-4).map(({ displayName }: Key) => displayName)).toEqual(names);
});

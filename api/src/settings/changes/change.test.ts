import type { ChainEntry, SectionChange } from '@storeward/contract/settings/engine/section-state';
import { defaultTheme } from '@storeward/contract/settings/sections/theme';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient, TestNode } from '../../../test/builders.ts';
import { createClient, createNode, createUser, insertRow } from '../../../test/builders.ts';
import { createRetailer, statusAndCode, toNodeRef, type Retailer, settingsUrl as url } from '../../../test/retailer.ts';
import { startTestServer } from '../../../test/server.ts';
import { newId } from '../../platform/database/ids.ts';

const server = await startTestServer();

const idle = (value: string, mode = 'free') => ({ fields: { autoLogoutDuration: { value, mode } } });
const basket = (value: string) => ({ fields: { displayName: { value } } });
const inherit = { fields: { autoLogoutDuration: null } };
const explain = async (client: ApiClient, node: TestNode, at?: string) =>
  (await client.get(url(node, 'nodeConfig', at ? `?at=${encodeURIComponent(at)}` : ''))).body.result.fields
    .autoLogoutDuration;

let retailer: Retailer;
beforeAll(async () => {
  retailer = await createRetailer(server);
});

describe('a setting of a node', () => {
  test('returns the effective value, its source, author and reason, and the inherited value', async () => {
    const { org, company, region, store, admin } = await createRetailer(server);
    expect(await explain(admin, store)).toMatchObject({
      value: null,
      isSet: false,
      source: null,
      own: null,
      chain: [],
    });
    await admin.put(url(org), { ...idle('00:40:00'), reason: 'Head office' });
    expect((await admin.put(url(region), idle('00:20:00'))).status).toBe(200);
    const inherited = { value: '00:20:00', source: toNodeRef(region), own: null, isSet: true };
    expect(await explain(admin, store)).toMatchObject(inherited);
    const explanation = await explain(admin, region);
    expect(explanation).toMatchObject({
      value: '00:20:00',
      source: toNodeRef(region),
      own: { value: '00:20:00', mode: 'free', inForce: true, reason: null },
      inherited: { value: '00:40:00', source: toNodeRef(org) },
      bound: null,
    });
    expect(explanation.chain.map(({ place: node, value, reason }: ChainEntry) => [node.name, value, reason])).toEqual([
      [org.name, '00:40:00', 'Head office'],
      ['Yorkshire', '00:20:00', null],
    ]);
    expect(explanation.own.by).toBe(explanation.chain[0].by);
    expect(explanation.own.by).toMatch(/\w/);
    expect((await explain(admin, company)).value).toBe('00:40:00');
    const reverted = await admin.put(url(region), inherit);
    expect(reverted.body.result).toMatchObject({ isOverride: false, version: 2 });
    expect(await explain(admin, store)).toMatchObject({ value: '00:40:00', source: toNodeRef(org) });
  });

  test('is reported for each node as own or inherited, with its source', async () => {
    const { org, store, admin } = await createRetailer(server);
    await admin.put(url(org, 'ebasketDisplay'), basket('Of head office'));
    await admin.put(url(store, 'ebasketDisplay'), basket('Of Leeds'));
    const { body } = await admin.get(`/node-management/node/override/${store.id}`);
    const overrideOf = (name: string) => body.result.find(({ section }: { section: string }) => section === name);
    expect(overrideOf('ebasketDisplay')).toEqual({
      section: 'ebasketDisplay',
      isOverride: true,
      source: toNodeRef(org),
    });
    expect(overrideOf('nodeConfig')).toEqual({ section: 'nodeConfig', isOverride: false, source: null });
    expect((await admin.get(`/node-management/node/${store.id}`)).body.result.isOverride).toBe(true);
    await admin.put(url(store, 'ebasketDisplay'), { fields: { displayName: null } });
    expect((await admin.get(`/node-management/node/${store.id}`)).body.result.isOverride).toBe(false);
  });

  test('rejects unknown fields and invalid values with code and field, and stores nothing', async () => {
    const { store, admin } = retailer;
    const foreignLogo = { fields: { displayLogo: { value: 'https://elsewhere.example/x.png' } } };
    for (const [section, body, code, path] of [
      ['nodeConfig', idle('soon'), 'input.invalid', 'fields.autoLogoutDuration'],
      ['nodeConfig', { fields: { unknownField: { value: 1 } } }, 'setting.unknownField', 'fields.unknownField'],
      ['theme', { fields: { constructor: { value: 1 } } }, 'setting.unknownField', 'fields.constructor'],
      ['ebasketDisplay', basket('Shop'), 'input.invalid', 'fields.displayName'],
      ['ebasketDisplay', foreignLogo, 'input.invalid', 'fields.displayLogo'],
      [
        'theme',
        { fields: { primaryColour: { value: 'red;} body{display:none' } } },
        'input.invalid',
        'fields.primaryColour',
      ],
    ] as const) {
      const response = await admin.put(url(store, section), body);
      expect([response.status, response.body.messageCode, response.body.errors?.[0]?.path]).toEqual([400, code, path]);
    }
    expect((await admin.put(url(store), { fields: {} })).status).toBe(400);
    expect((await admin.put(url(store, 'nothing'), idle('00:10:00'))).status).toBe(400);
    expect((await admin.get(url(store))).body.result.version).toBe(0);
  });

  test('does not increase the version if the value stays the same', async () => {
    const { store, admin } = await createRetailer(server);
    await admin.put(url(store), idle('00:10:00'));
    const repeated = await admin.put(url(store), idle('00:10:00'));
    expect(repeated.body.result.version).toBe(1);
  });

  test('returns 412 with the stored state for all but one of several concurrent changes', async () => {
    const { store, admin } = await createRetailer(server);
    const responses = await Promise.all(
      ['00:10:00', '00:11:00', '00:12:00', '00:13:00'].map((value) =>
        admin.put(url(store), { ...idle(value), version: 0 }),
      ),
    );
    expect(responses.map(({ status }) => status).sort((first, second) => first - second)).toEqual([200, 412, 412, 412]);
    const storedValue = responses.find(({ status }) => status === 200)!.body.result.fields.autoLogoutDuration.value;
    for (const { body } of responses.filter(({ status }) => status === 412))
      expect(body.current.fields.autoLogoutDuration.value).toBe(storedValue);
  });

  test('applies the last of concurrent changes without a version and records all of them in the history', async () => {
    const { store, admin } = await createRetailer(server);
    const values = ['00:10:00', '00:11:00', '00:12:00', '00:13:00', '00:14:00', '00:15:00'];
    await Promise.all(values.map((value) => admin.put(url(store), idle(value))));
    const { body } = await admin.get(url(store, 'nodeConfig', '/history'));
    expect(body.result.map(({ version }: SectionChange) => version)).toEqual([6, 5, 4, 3, 2, 1]);
    expect((await explain(admin, store)).value).toBe(body.result[0].fields[0].after.value);
    for (const [index, change] of body.result.slice(0, -1).entries())
      expect(change.fields[0].before).toEqual(body.result[index + 1].fields[0].after);
  });
});

describe('a setting that restricts the nodes below', () => {
  test('when locked cannot be set below, and existing values below do not apply until it is unlocked', async () => {
    const { company, region, store, admin } = await createRetailer(server);
    await admin.put(url(store), idle('00:10:00'));
    await admin.put(url(company), idle('00:30:00', 'locked'));
    expect(await explain(admin, store)).toMatchObject({
      value: '00:30:00',
      source: toNodeRef(company),
      own: { value: '00:10:00', inForce: false },
      bound: { mode: 'locked', value: '00:30:00', source: toNodeRef(company) },
    });
    expect(statusAndCode(await admin.put(url(region), idle('00:20:00')))).toEqual([409, 'setting.locked']);
    expect(statusAndCode(await admin.put(url(store), idle('00:20:00')))).toEqual([409, 'setting.locked']);
    expect((await admin.get(url(store))).body.result.version).toBe(1);
    await admin.put(url(company), idle('00:30:00'));
    expect(await explain(admin, store)).toMatchObject({ value: '00:10:00', bound: null });
    // inheriting is always allowed
    await admin.put(url(company), idle('00:30:00', 'locked'));
    expect((await admin.put(url(store), inherit)).status).toBe(200);
  });

  test('with mode tighten accepts stricter values below and rejects less strict ones', async () => {
    const { org, store, other, admin } = await createRetailer(server);
    await admin.put(url(other), idle('01:00:00'));
    await admin.put(url(org), idle('00:20:00', 'tighten'));
    expect((await admin.put(url(store), idle('00:10:00'))).status).toBe(200);
    expect(statusAndCode(await admin.put(url(store), idle('00:20:01')))).toEqual([409, 'setting.looser']);
    expect(await explain(admin, store)).toMatchObject({
      value: '00:10:00',
      bound: { mode: 'tighten', value: '00:20:00' },
    });
    // existing values that are less strict do not apply
    expect(await explain(admin, other)).toMatchObject({
      value: '00:20:00',
      own: { value: '01:00:00', inForce: false },
    });
  });

  test('rejects a mode that the field does not support', async () => {
    const { org, admin } = retailer;
    const input = { fields: { displayName: { value: 'Our basket', mode: 'tighten' } } };
    expect(statusAndCode(await admin.put(url(org, 'ebasketDisplay'), input))).toEqual([400, 'setting.noSuchMode']);
  });

  test('applies to signed-in users at their next request', async () => {
    const { org, store, admin } = await createRetailer(server);
    const storeUser = await createClient(server, await createUser(server, { node: store, rights: [] }));
    const idleOf = async () =>
      (await storeUser.get(`/node-management/node/${store.id}/configuration`)).body.result.sessionTimes.idle as number;
    await admin.put(url(store), idle('02:00:00'));
    expect(await idleOf()).toBe(7200);
    await admin.put(url(org), idle('00:01:00', 'tighten'));
    expect(await idleOf()).toBe(60);
    await server.advanceClock('10 minutes');
    const expired = await storeUser.get(`/node-management/node/${store.id}/configuration`);
    await server.advanceClock('0');
    expect(expired.status).toBe(401);
  });

  test('applies to a node that is moved below it', async () => {
    const { org, company, admin } = await createRetailer(server);
    const south = await createNode(server, { parent: org, nodeType: 'COMPANY', name: 'South' });
    const sourceRegion = await createNode(server, { parent: south, nodeType: 'TRADING_REGION' });
    const group = await createNode(server, { parent: sourceRegion, nodeType: 'STORE_GROUP' });
    const targetRegion = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
    await admin.put(url(group), idle('01:00:00'));
    await admin.put(url(company), idle('00:20:00', 'tighten'));
    expect((await explain(admin, group)).value).toBe('01:00:00');
    expect((await admin.put(`/node-management/node/${group.id}/move`, { parentId: targetRegion.id })).status).toBe(200);
    expect(await explain(admin, group)).toMatchObject({ value: '00:20:00', own: { inForce: false } });
  });
});

describe('changing settings', () => {
  test('requires the permission of the section, which differs between an organisation and the nodes below it', async () => {
    const { org, store } = retailer;
    const cases = [
      [['edit_node_configuration'], store, 'nodeConfig', 200],
      [['edit_node_theme', 'edit_node_module'], store, 'nodeConfig', 409],
      [['edit_node_configuration'], org, 'nodeConfig', 409],
      [['update_organisation_config'], org, 'nodeConfig', 200],
      [['update_organisation_config'], store, 'nodeConfig', 409],
      [['edit_node_module', 'view_setting', 'create_setting', 'edit_setting'], store, 'ebasketDisplay', 200],
      [['edit_node_configuration', 'view_setting', 'create_setting'], store, 'ebasketDisplay', 409],
      [['view_node'], store, 'nodeConfig', 403],
    ] as const;
    for (const [rights, node, section, status] of cases) {
      const client = await createClient(server, await createUser(server, { node: org, rights }));
      const body = section === 'nodeConfig' ? idle('00:10:00') : basket('Our basket');
      const response = await client.put(url(node, section), body);
      expect([rights, node.nodeType, response.status]).toEqual([rights, node.nodeType, status]);
      if (status === 409) expect(response.body.messageCode).toBe('setting.notYours');
      expect((await client.get(url(node, section))).body.result.can.edit).toBe(status === 200);
    }
  });

  test('writes an audit record with the values before and after and the reason', async () => {
    const { store, admin } = await createRetailer(server);
    await admin.put(url(store), idle('00:10:00'));
    await admin.put(url(store), { ...idle('00:05:00', 'locked'), reason: 'Audit finding 12' });
    const { body } = await admin.get(`/audit?entity=node&entityId=${store.id}`);
    expect(body.result[0]).toMatchObject({
      action: 'setting.changed',
      before: { 'nodeConfig.autoLogoutDuration': '00:10:00' },
      after: { 'nodeConfig.autoLogoutDuration': '00:05:00', 'nodeConfig.autoLogoutDuration.mode': 'locked' },
      reason: 'Audit finding 12',
    });
  });
});

describe('a theme', () => {
  test('with unreadable text is not published and the response names the colours', async () => {
    const { org, admin } = await createRetailer(server);
    const pale = { fields: { textColour: { value: '#EEEEEE' } } };
    const response = await admin.put(url(org, 'theme'), pale);
    expect(statusAndCode(response)).toEqual([409, 'theme.unreadable']);
    expect(response.body.errors.map(({ path }: { path: string }) => path)).toContain('fields.textColour');
    expect((await admin.get(url(org, 'theme'))).body.result.fields.textColour.value).toBe(defaultTheme.textColour);
    const dark = { ...pale.fields, backgroundColor: { value: '#101010' }, indentedBackground: { value: '#202020' } };
    expect((await admin.put(url(org, 'theme'), { fields: dark })).status).toBe(200);
  });

  test('in a draft is stored, has no effect, and is deleted when it is published', async () => {
    const { org, admin } = await createRetailer(server);
    const put = await admin.put(url(org, 'theme', '/draft'), {
      fields: { primaryColour: { value: '#AA0011' }, textColour: { value: '#EEEEEE' } },
    });
    expect(put.body.result.draft).toMatchObject({
      fields: { primaryColour: { value: '#AA0011' }, textColour: { value: '#EEEEEE' } },
    });
    expect(put.body.result.fields.primaryColour.value).toBe(defaultTheme.primaryColour);
    // another user neither sees the draft nor changes it by saving
    const other = await createClient(server, await createUser(server, { node: org }));
    await other.put(url(org, 'theme'), { fields: { fontSize: { value: '15px' } } });
    expect((await other.get(url(org, 'theme'))).body.result.draft).toBeNull();
    expect((await admin.get(url(org, 'theme'))).body.result.draft).not.toBeNull();
    expect((await admin.delete(url(org, 'theme', '/draft'))).body.result.draft).toBeNull();
    await admin.put(url(org, 'theme', '/draft'), { fields: { primaryColour: { value: '#AA0011' } } });
    const published = await admin.put(url(org, 'theme'), {
      fields: { primaryColour: { value: '#AA0011' }, contractPrimaryColour: { value: '#FFFFFF' } },
    });
    expect([published.status, published.body.result.draft]).toEqual([200, null]);
    const publicTheme = await server.request({ url: '/node-management/node-theme', host: org.host });
    expect(publicTheme.body.result.primaryColour).toBe('#AA0011');
  });
});

test('ignores stored values of unknown fields and values that no longer match their schema', async () => {
  const { company, store, admin } = await createRetailer(server);
  for (const [field, value] of [
    ['autoLogoutDuration', 20],
    ['retired', true],
  ] as const)
    await insertRow(server, 'setting_values', {
      id: newId(),
      org_id: company.orgId,
      node_id: company.id,
      tpath: company.tpath,
      section: 'nodeConfig',
      field,
      value: JSON.stringify(value),
      mode: 'locked',
      valid_from: '2026-01-01T00:00:00Z',
    });
  expect(await explain(admin, store)).toMatchObject({ value: null, isSet: false });
  expect((await admin.put(url(store), idle('00:10:00'))).status).toBe(200);
  expect((await explain(admin, store)).value).toBe('00:10:00');
  expect((await admin.get(url(company))).status).toBe(200);
});

import type { Link, SectionChange } from '@storeward/contract/settings/section-state';
import { defaultTheme } from '@storeward/contract/settings/theme';
import { beforeAll, describe, expect, test } from 'vitest';
import { aNode, aUser, type Caller, insert, type Place, signedIn } from '../../test/builders.ts';
import { aRetailer, codeOf, ref, type Retailer, settingsOf as url } from '../../test/retailer.ts';
import { aServer } from '../../test/server.ts';
import { newId } from '../platform/ids.ts';

const house = await aServer();

const idle = (value: string, mode = 'free') => ({ fields: { autoLogoutDuration: { value, mode } } });
const basket = (value: string) => ({ fields: { displayName: { value } } });
const inherit = { fields: { autoLogoutDuration: null } };
const idleAt = async (caller: Caller, place: Place, at?: string) =>
  (await caller.get(url(place, 'nodeConfig', at ? `?at=${encodeURIComponent(at)}` : ''))).body.result.fields
    .autoLogoutDuration;

let shop: Retailer;
beforeAll(async () => {
  shop = await aRetailer(house);
});

describe('a setting', () => {
  test('tells what counts, where it comes from, who set it and why, and what reverting would give', async () => {
    const { org, company, region, store, admin } = await aRetailer(house);
    expect(await idleAt(admin, store)).toMatchObject({ value: null, isSet: false, source: null, own: null, chain: [] });
    await admin.put(url(org), { ...idle('00:40:00'), reason: 'Head office' });
    expect((await admin.put(url(region), idle('00:20:00'))).status).toBe(200);
    expect(await idleAt(admin, store)).toMatchObject({
      value: '00:20:00',
      source: ref(region),
      own: null,
      isSet: true,
    });
    const told = await idleAt(admin, region);
    expect(told).toMatchObject({
      value: '00:20:00',
      source: ref(region),
      own: { value: '00:20:00', mode: 'free', inForce: true, reason: null },
      inherited: { value: '00:40:00', source: ref(org) },
      bound: null,
    });
    expect(told.chain.map(({ place, value, reason }: Link) => [place.name, value, reason])).toEqual([
      [org.name, '00:40:00', 'Head office'],
      ['Yorkshire', '00:20:00', null],
    ]);
    expect(told.own.by).toBe(told.chain[0].by);
    expect(told.own.by).toMatch(/\w/);
    expect((await idleAt(admin, company)).value).toBe('00:40:00');
    // and back again
    const back = await admin.put(url(region), inherit);
    expect(back.body.result).toMatchObject({ isOverride: false, version: 2 });
    expect(await idleAt(admin, store)).toMatchObject({ value: '00:40:00', source: ref(org) });
  });

  test('is told place by place as own or inherited, with the place it comes from', async () => {
    const { org, store, admin } = await aRetailer(house);
    await admin.put(url(org, 'ebasketDisplay'), basket('Of head office'));
    await admin.put(url(store, 'ebasketDisplay'), basket('Of Leeds'));
    const { body } = await admin.get(`/node-management/node/override/${store.id}`);
    const of = (name: string) => body.result.find(({ section }: { section: string }) => section === name);
    expect(of('ebasketDisplay')).toEqual({ section: 'ebasketDisplay', isOverride: true, source: ref(org) });
    expect(of('nodeConfig')).toEqual({ section: 'nodeConfig', isOverride: false, source: null });
    expect((await admin.get(`/node-management/node/${store.id}`)).body.result.isOverride).toBe(true);
    await admin.put(url(store, 'ebasketDisplay'), { fields: { displayName: null } });
    expect((await admin.get(`/node-management/node/${store.id}`)).body.result.isOverride).toBe(false);
  });

  test('that its section does not know, or that is no good, is refused by name and field, and nothing is stored', async () => {
    const { store, admin } = shop;
    for (const [section, body, code, path] of [
      ['nodeConfig', idle('soon'), 'input.invalid', 'fields.autoLogoutDuration'],
      ['nodeConfig', { fields: { unheardOf: { value: 1 } } }, 'setting.unknownField', 'fields.unheardOf'],
      ['theme', { fields: { constructor: { value: 1 } } }, 'setting.unknownField', 'fields.constructor'],
      ['ebasketDisplay', basket('Shop'), 'input.invalid', 'fields.displayName'],
      [
        'ebasketDisplay',
        { fields: { displayLogo: { value: 'https://elsewhere.example/x.png' } } },
        'input.invalid',
        'fields.displayLogo',
      ],
      [
        'theme',
        { fields: { primaryColour: { value: 'red;} body{display:none' } } },
        'input.invalid',
        'fields.primaryColour',
      ],
    ] as const) {
      const answer = await admin.put(url(store, section), body);
      expect([answer.status, answer.body.messageCode, answer.body.errors?.[0]?.path]).toEqual([400, code, path]);
    }
    expect((await admin.put(url(store), { fields: {} })).status).toBe(400);
    expect((await admin.put(url(store, 'nothing'), idle('00:10:00'))).status).toBe(400);
    expect((await admin.get(url(store))).body.result.version).toBe(0);
  });

  test('changes nothing where it is set to what it is, and counts no version', async () => {
    const { store, admin } = await aRetailer(house);
    await admin.put(url(store), idle('00:10:00'));
    const again = await admin.put(url(store), idle('00:10:00'));
    expect(again.body.result.version).toBe(1);
  });

  test('of two people who change it at the same time one is told what the other has stored', async () => {
    const { store, admin } = await aRetailer(house);
    const answers = await Promise.all(
      ['00:10:00', '00:11:00', '00:12:00', '00:13:00'].map((value) =>
        admin.put(url(store), { ...idle(value), version: 0 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 412, 412, 412]);
    const kept = answers.find(({ status }) => status === 200)!.body.result.fields.autoLogoutDuration.value;
    for (const { body } of answers.filter(({ status }) => status === 412))
      expect(body.current.fields.autoLogoutDuration.value).toBe(kept);
  });

  test('without a version is overwritten by whoever came last, and both are in the history', async () => {
    const { store, admin } = await aRetailer(house);
    const values = ['00:10:00', '00:11:00', '00:12:00', '00:13:00', '00:14:00', '00:15:00'];
    await Promise.all(values.map((value) => admin.put(url(store), idle(value))));
    const { body } = await admin.get(url(store, 'nodeConfig', '/history'));
    expect(body.result.map(({ version }: SectionChange) => version)).toEqual([6, 5, 4, 3, 2, 1]);
    expect((await idleAt(admin, store)).value).toBe(body.result[0].fields[0].after.value);
    for (const [at, change] of body.result.slice(0, -1).entries())
      expect(change.fields[0].before).toEqual(body.result[at + 1].fields[0].after);
  });
});

describe('a setting that binds the places below', () => {
  test('locked, cannot be set below, and what was set there already does not count until it is unlocked', async () => {
    const { company, region, store, admin } = await aRetailer(house);
    await admin.put(url(store), idle('00:10:00'));
    await admin.put(url(company), idle('00:30:00', 'locked'));
    expect(await idleAt(admin, store)).toMatchObject({
      value: '00:30:00',
      source: ref(company),
      own: { value: '00:10:00', inForce: false },
      bound: { mode: 'locked', value: '00:30:00', source: ref(company) },
    });
    expect(codeOf(await admin.put(url(region), idle('00:20:00')))).toEqual([409, 'setting.locked']);
    expect(codeOf(await admin.put(url(store), idle('00:20:00')))).toEqual([409, 'setting.locked']);
    expect((await admin.get(url(store))).body.result.version).toBe(1);
    await admin.put(url(company), idle('00:30:00'));
    expect(await idleAt(admin, store)).toMatchObject({ value: '00:10:00', bound: null });
    // saying nothing is always possible
    await admin.put(url(company), idle('00:30:00', 'locked'));
    expect((await admin.put(url(store), inherit)).status).toBe(200);
  });

  test('that may only be tightened, takes a stricter value below and no looser one', async () => {
    const { org, store, other, admin } = await aRetailer(house);
    await admin.put(url(other), idle('01:00:00'));
    await admin.put(url(org), idle('00:20:00', 'tighten'));
    expect((await admin.put(url(store), idle('00:10:00'))).status).toBe(200);
    expect(codeOf(await admin.put(url(store), idle('00:20:01')))).toEqual([409, 'setting.looser']);
    expect(await idleAt(admin, store)).toMatchObject({
      value: '00:10:00',
      bound: { mode: 'tighten', value: '00:20:00' },
    });
    // looser ones that stood there before do not count
    expect(await idleAt(admin, other)).toMatchObject({ value: '00:20:00', own: { value: '01:00:00', inForce: false } });
  });

  test('binds in no way that its kind does not know', async () => {
    const { org, admin } = shop;
    const asked = { fields: { displayName: { value: 'Our basket', mode: 'tighten' } } };
    expect(codeOf(await admin.put(url(org, 'ebasketDisplay'), asked))).toEqual([400, 'setting.noSuchMode']);
  });

  test('holds for whoever is signed in at their very next request', async () => {
    const { org, store, admin } = await aRetailer(house);
    const seller = await signedIn(house, await aUser(house, { at: store, rights: [] }));
    const idleOf = async () =>
      (await seller.get(`/node-management/node/${store.id}/configuration`)).body.result.sessionTimes.idle as number;
    await admin.put(url(store), idle('02:00:00'));
    expect(await idleOf()).toBe(7200);
    await admin.put(url(org), idle('00:01:00', 'tighten'));
    expect(await idleOf()).toBe(60);
    await house.clockAhead('10 minutes');
    const gone = await seller.get(`/node-management/node/${store.id}/configuration`);
    await house.clockAhead('0');
    expect(gone.status).toBe(401);
  });

  test('holds for a place that is moved below it', async () => {
    const { org, company, admin } = await aRetailer(house);
    const south = await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'South' });
    const there = await aNode(house, { parent: south, nodeType: 'TRADING_REGION' });
    const group = await aNode(house, { parent: there, nodeType: 'STORE_GROUP' });
    const here = await aNode(house, { parent: company, nodeType: 'TRADING_REGION' });
    await admin.put(url(group), idle('01:00:00'));
    await admin.put(url(company), idle('00:20:00', 'tighten'));
    expect((await idleAt(admin, group)).value).toBe('01:00:00');
    expect((await admin.put(`/node-management/node/${group.id}/move`, { parentId: here.id })).status).toBe(200);
    expect(await idleAt(admin, group)).toMatchObject({ value: '00:20:00', own: { inForce: false } });
  });
});

describe('whoever changes settings', () => {
  test('needs the right for the section, at an organisation another than at a place below it', async () => {
    const { org, store } = shop;
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
    for (const [rights, place, section, status] of cases) {
      const caller = await signedIn(house, await aUser(house, { at: org, rights }));
      const body = section === 'nodeConfig' ? idle('00:10:00') : basket('Our basket');
      const answer = await caller.put(url(place, section), body);
      expect([rights, place.nodeType, answer.status]).toEqual([rights, place.nodeType, status]);
      if (status === 409) expect(answer.body.messageCode).toBe('setting.notYours');
      expect((await caller.get(url(place, section))).body.result.can.edit).toBe(status === 200);
    }
  });

  test('leaves a line in the audit with what was said before and is said now, and why', async () => {
    const { store, admin } = await aRetailer(house);
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

describe('a look', () => {
  test('whose words nobody could read is not published, and says which colours are to blame', async () => {
    const { org, admin } = await aRetailer(house);
    const pale = { fields: { textColour: { value: '#EEEEEE' } } };
    const answer = await admin.put(url(org, 'theme'), pale);
    expect(codeOf(answer)).toEqual([409, 'theme.unreadable']);
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toContain('fields.textColour');
    expect((await admin.get(url(org, 'theme'))).body.result.fields.textColour.value).toBe(defaultTheme.textColour);
    const dark = { ...pale.fields, backgroundColor: { value: '#101010' }, indentedBackground: { value: '#202020' } };
    expect((await admin.put(url(org, 'theme'), { fields: dark })).status).toBe(200);
  });

  test('that is being worked on is kept for later, counts nowhere, and is gone once it is published', async () => {
    const { org, admin } = await aRetailer(house);
    const put = await admin.put(url(org, 'theme', '/draft'), {
      fields: { primaryColour: { value: '#AA0011' }, textColour: { value: '#EEEEEE' } },
    });
    expect(put.body.result.draft).toMatchObject({
      fields: { primaryColour: { value: '#AA0011' }, textColour: { value: '#EEEEEE' } },
    });
    expect(put.body.result.fields.primaryColour.value).toBe(defaultTheme.primaryColour);
    // nobody else sees it, and what they save leaves it as it is
    const other = await signedIn(house, await aUser(house, { at: org }));
    await other.put(url(org, 'theme'), { fields: { fontSize: { value: '15px' } } });
    expect((await other.get(url(org, 'theme'))).body.result.draft).toBeNull();
    expect((await admin.get(url(org, 'theme'))).body.result.draft).not.toBeNull();
    expect((await admin.delete(url(org, 'theme', '/draft'))).body.result.draft).toBeNull();
    await admin.put(url(org, 'theme', '/draft'), { fields: { primaryColour: { value: '#AA0011' } } });
    const published = await admin.put(url(org, 'theme'), {
      fields: { primaryColour: { value: '#AA0011' }, contractPrimaryColour: { value: '#FFFFFF' } },
    });
    expect([published.status, published.body.result.draft]).toEqual([200, null]);
    const shown = await house.ask({ url: '/node-management/node-theme', host: org.host });
    expect(shown.body.result.primaryColour).toBe('#AA0011');
  });
});

test('a value that its section no longer knows, or no longer allows, counts as none and stops nothing', async () => {
  const { company, store, admin } = await aRetailer(house);
  for (const [field, value] of [
    ['autoLogoutDuration', 20],
    ['retired', true],
  ] as const)
    await insert(house, 'setting_values', {
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
  expect(await idleAt(admin, store)).toMatchObject({ value: null, isSet: false });
  expect((await admin.put(url(store), idle('00:10:00'))).status).toBe(200);
  expect((await idleAt(admin, store)).value).toBe('00:10:00');
  expect((await admin.get(url(company))).status).toBe(200);
});

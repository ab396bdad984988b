import { sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { settingAreas } from '@storeward/contract/settings/engine/section';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  allAccessRights,
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  type TestNode,
} from '../../../test/builders.ts';
import { errorsOf } from '../../../test/lists.ts';
import { moduleSamples, sampleFields } from '../../../test/module-sections.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
let org: TestNode;
let admin: ApiClient;
let company: TestNode;
let store: TestNode;

beforeAll(async () => {
  org = await createOrganisation(server);
  admin = await createClient(server, await createUser(server, { node: org }));
  company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  store = await createNode(server, { parent: region, nodeType: 'STORE' });
});

const urlOf = ({ id }: TestNode, more = '') => `/node-management/node/${id}/settings${more}`;
const field = (value: unknown, mode = 'free') => ({ value, mode });
const versionsOf = async (node: TestNode): Promise<Record<string, number>> => {
  const { result } = (await admin.get(urlOf(node, '?area=module'))).body;
  return Object.fromEntries(
    result.map(({ section, version }: { section: string; version: number }) => [section, version]),
  );
};

describe('the sections of an area', () => {
  test('are read together exactly as each is read alone, now and at another time', async () => {
    await admin.put(urlOf(company, '/basket'), { fields: { saleFlow: field('custom ticketing', 'locked') } });
    await admin.put(urlOf(company, '/payments'), { fields: sampleFields(moduleSamples['payments']!) });
    await admin.put(urlOf(store, '/receiptDelivery'), {
      fields: { email: field(true) },
      startsAt: '2036-01-01T00:00',
    });
    await admin.put(urlOf(store, '/basket/draft'), { fields: { taxMode: field('INCLUDED_IN_PRICE') } });
    for (const area of settingAreas)
      for (const at of ['', '&at=2036-02-01T00:00']) {
        const together = (await admin.get(urlOf(store, `?area=${area}${at}`))).body.result;
        expect(together.map(({ section }: { section: string }) => section)).toEqual(
          sectionNames.filter((name) => sectionOf(name).area === area),
        );
        for (const state of together)
          expect((await admin.get(urlOf(store, `/${state.section}${at.replace('&', '?')}`))).body.result).toEqual(
            state,
          );
      }
    const states = (await admin.get(urlOf(store, '?area=module'))).body.result;
    const stateOf = (name: string) => states.find(({ section }: { section: string }) => section === name);
    expect(stateOf('basket').draft.fields).toEqual({ taxMode: field('INCLUDED_IN_PRICE') });
    expect(stateOf('receiptDelivery').fields.email.coming).toMatchObject([{ value: true }]);
    expect(stateOf('receiptDelivery').fields.print.coming).toEqual([]);
  });

  test('are answered with 409 without VIEW_SETTING if they are module settings, and 404 outside the scope', async () => {
    const rights = allAccessRights.filter((right) => right !== 'view_setting');
    const restricted = await createClient(server, await createUser(server, { node: org, rights }));
    expect((await restricted.get(urlOf(store, '?area=module'))).body.messageCode).toBe('setting.notShown');
    expect((await restricted.get(urlOf(store, '?area=configuration'))).status).toBe(200);
    const stranger = await createClient(server, await createUser(server, { node: await createOrganisation(server) }));
    expect((await stranger.get(urlOf(store, '?area=module'))).status).toBe(404);
  });
});

describe('a change of several sections', () => {
  test('stores all of them, each with its version, history and audit entry, for one reason', async () => {
    const node = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
    const { status, body } = await admin.put(urlOf(node), {
      sections: {
        stockTake: { version: 0, fields: { port: field(8089), password: field('the password') } },
        receiptDelivery: { version: 0, fields: { email: field(true) } },
      },
      reason: 'Opening',
    });
    expect(status).toBe(200);
    expect(body.result).toMatchObject([
      { section: 'stockTake', version: 1, fields: { port: { value: 8089 }, password: { value: null, isSet: true } } },
      { section: 'receiptDelivery', version: 1, fields: { email: { value: true } } },
    ]);
    for (const section of ['stockTake', 'receiptDelivery'])
      expect((await admin.get(urlOf(node, `/${section}/history`))).body.result).toMatchObject([{ reason: 'Opening' }]);
    const rows = await server.query(`select after from audit where entity_id = $1 and action = 'setting.changed'`, [
      node.id,
    ]);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('the password');
  });

  test('stores nothing if one section has an error, and names the errors of all', async () => {
    const node = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
    const response = await admin.put(urlOf(node), {
      sections: {
        receiptDelivery: { version: 0, fields: { print: field(false) } },
        basket: { version: 0, fields: { customerIdPrefix: field('KESTREL') } },
        salesExport: { version: 0, fields: { versionUrl: field('nowhere') } },
      },
    });
    expect([response.status, response.body.messageCode]).toEqual([400, 'input.invalid']);
    expect(errorsOf(response)).toEqual([
      ['sections.basket.fields.customerIdPrefix', 'field.prefixTooLong'],
      ['sections.salesExport.fields.versionUrl', 'field.httpAddress'],
    ]);
    expect(new Set(Object.values(await versionsOf(node)))).toEqual(new Set([0]));
  });

  test('is refused with the newer sections if one of them has changed since, and stores nothing', async () => {
    const node = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
    await admin.put(urlOf(node, '/basket'), { fields: { taxMode: field('INCLUDED_IN_PRICE') } });
    const sections = {
      basket: { version: 0, fields: { giftCardType: field('EGC') } },
      receiptDelivery: { version: 0, fields: { print: field(false) } },
    };
    const { status, body } = await admin.put(urlOf(node), { sections });
    expect([status, body.messageCode]).toEqual([412, 'record.stale']);
    expect(body.current).toMatchObject([{ section: 'basket', version: 1 }]);
    expect((await versionsOf(node))['receiptDelivery']).toBe(0);
    sections.basket.version = 1;
    expect((await admin.put(urlOf(node), { sections })).status).toBe(200);
    expect(await versionsOf(node)).toMatchObject({ basket: 2, receiptDelivery: 1 });
  });

  test('starts later for all of them, and never in the past', async () => {
    const node = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
    const sections = { basket: { version: 0, fields: { giftCardType: field('EGC') } } };
    const past = await admin.put(urlOf(node), { sections, startsAt: '2020-01-01T00:00' });
    expect([past.status, past.body.messageCode]).toEqual([409, 'setting.startPast']);
    const { result } = (await admin.put(urlOf(node), { sections, startsAt: '2036-01-01T00:00' })).body;
    expect(result[0].fields.giftCardType).toMatchObject({ value: null, coming: [{ value: 'EGC' }] });
  });

  test('needs the permission of each section, respects locks, and takes at least one section, and no unknown one', async () => {
    await admin.put(urlOf(company, '/salesforce'), { fields: { siteId: field('KestrelGB', 'locked') } });
    const locked = await admin.put(urlOf(store), {
      sections: { salesforce: { version: 0, fields: { siteId: field('Other') } } },
    });
    expect([locked.status, errorsOf(locked)]).toEqual([409, [['sections.salesforce.fields.siteId', 'setting.locked']]]);
    const rights = allAccessRights.filter((right) => right !== 'edit_node_configuration');
    const restricted = await createClient(server, await createUser(server, { node: org, rights }));
    const sections = {
      stockTake: { version: 0, fields: { mod10: field(true) } },
      nodeConfig: { version: 0, fields: { autoLogoutDuration: field('00:10:00') } },
    };
    expect((await restricted.put(urlOf(store), { sections })).body.messageCode).toBe('setting.notYours');
    expect((await versionsOf(store))['stockTake']).toBe(0);
    for (const invalid of [{}, { warp: { version: 0, fields: { x: null } } }])
      expect((await admin.put(urlOf(store), { sections: invalid })).status).toBe(400);
  });

  test('reaches the stores that keep no value of their own in any changed section', async () => {
    const owner = await createNode(server, { parent: org, nodeType: 'COMPANY' });
    const region = await createNode(server, { parent: owner, nodeType: 'TRADING_REGION' });
    const [one, other] = [
      await createNode(server, { parent: region, nodeType: 'STORE' }),
      await createNode(server, { parent: region, nodeType: 'STORE' }),
    ];
    await admin.put(urlOf(one, '/basket'), { fields: { taxMode: field('INCLUDED_IN_PRICE') } });
    await admin.put(urlOf(other, '/stockTake'), { fields: { mod10: field(true) } });
    const impactOf = async (sections: object) => (await admin.post(urlOf(owner, '/impact'), { sections })).body.result;
    const basket = { fields: { taxMode: field('INDEPENDENT_OF_PRICE') } };
    expect(await impactOf({ basket })).toMatchObject({ storeCount: 2, storesApart: 1 });
    expect(await impactOf({ basket, stockTake: { fields: { mod10: field(false) } } })).toMatchObject({
      storeCount: 2,
      storesApart: 0,
    });
  });
});

test('a hardened installation requires the version of each changed section', async () => {
  const strict = await startTestServer({ databaseUrl: server.ownerUrl, securityProfile: 'hardened' });
  const node = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  const client = await createClient(strict, admin.user);
  const basket = { fields: { giftCardType: field('EGC') } };
  const receiptDelivery = { version: 0, fields: { print: field(false) } };
  expect((await client.put(urlOf(node), { sections: { basket, receiptDelivery } })).body).toMatchObject({
    status: 428,
    messageCode: 'record.versionRequired',
  });
  const sections = { basket: { ...basket, version: 0 }, receiptDelivery };
  expect((await client.put(urlOf(node), { sections })).status).toBe(200);
});

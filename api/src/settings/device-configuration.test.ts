import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { aNode, anOrganisation, aUser, type Caller, type Place, signedIn } from '../../test/builders.ts';
import { aServer, secretKey } from '../../test/server.ts';
import { newId } from '../platform/ids.ts';

const house = await aServer();
const url = '/module-management/device/configuration';
let org: Place;
let store: Place;
let admin: Caller;

beforeAll(async () => {
  org = await anOrganisation(house, { word: 'acorn' });
  const company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  const region = await aNode(house, { parent: company, nodeType: 'TRADING_REGION' });
  store = await aNode(house, {
    parent: region,
    nodeType: 'STORE',
    name: 'Leeds',
    code: '4711',
    time_zone: 'Europe/London',
  });
  admin = await signedIn(house, await aUser(house, { at: org }));
});

// two devices of a store never stand at one address
let devices = 0;

/** A device of the store, by the key it holds. */
async function aKey(at = store): Promise<string> {
  const id = newId();
  const device = {
    name: 'Till',
    type: 'tablet',
    address: `10.0.0.${++devices}`,
    serial: id,
    nodeId: at.id,
  };
  const { body } = await admin.post('/module-management/device', device);
  const pairing = await admin.post(`/module-management/device/${body.result.id}/pairing`);
  const redeemed = await house.ask({
    method: 'POST',
    url: '/module-management/device/redeem',
    host: org.host,
    body: { code: pairing.body.result.code },
  });
  return redeemed.body.result.key as string;
}

const ask = (key: string | undefined, headers: Record<string, string> = {}, host = org.host) =>
  house.ask({ url, host, headers: { ...(key && { 'x-api-key': key }), ...headers } });
const set = (place: Place, section: string, fields: object) =>
  admin.put(`/node-management/node/${place.id}/settings/${section}`, { fields });

describe('a device', () => {
  test('reads by its own key what counts at its store, and no secret', async () => {
    await set(org, 'ebasketDisplay', { displayName: { value: 'Of head office', mode: 'locked' } });
    await set(store, 'nodeConfig', { autoLogoutDuration: { value: '00:10:00' } });
    await set(org, 'integration', { provider: { value: 'Adyen' }, secret: { value: 'qsecretq' } });
    const { status, body, text } = await ask(await aKey());
    expect([status, text.includes('qsecretq')]).toEqual([200, false]);
    expect(body.result.store).toEqual({
      id: store.id,
      name: 'Leeds',
      code: '4711',
      timeZone: 'Europe/London',
      orgCode: 'acorn',
    });
    expect(body.result.sections).toMatchObject({
      ebasketDisplay: { displayName: 'Of head office', displayLogo: null },
      nodeConfig: { autoLogoutDuration: '00:10:00' },
      integration: { provider: 'Adyen', otherName: null },
      theme: { primaryColour: '#1A81C5' },
    });
    expect(body.result.sections.integration).not.toHaveProperty('secret');
  });

  test('may have it signed with the key of its organisation, keep it, and see later that nobody has changed it', async () => {
    await set(store, 'nodeConfig', { autoLogoutDuration: { value: '00:08:00' } });
    const key = await aKey();
    const first = await house.ask({ url: `${url}/signed`, host: org.host, headers: { 'x-api-key': key } });
    const { jws } = first.body.result as { jws: string };
    const keysAt = async (host: string) => (await house.ask({ url: `${url}/keys`, host })).body.result as JSONWebKeySet;
    const { payload, protectedHeader } = await compactVerify(jws, createLocalJWKSet(await keysAt(org.host)));
    const told = JSON.parse(new TextDecoder().decode(payload)) as object;
    expect(told).toEqual((await ask(key)).body.result);
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: (await keysAt(org.host)).keys[0]!.kid });
    // one letter of it, or the key of another organisation, and it is worth nothing
    const [head, body, mark] = jws.split('.') as [string, string, string];
    const bent = Buffer.from(Buffer.from(body, 'base64url').toString().replace('00:08:00', '11:08:00')).toString(
      'base64url',
    );
    await expect(compactVerify(`${head}.${bent}.${mark}`, createLocalJWKSet(await keysAt(org.host)))).rejects.toThrow(
      /verification/,
    );
    const other = await anOrganisation(house);
    await expect(compactVerify(jws, createLocalJWKSet(await keysAt(other.host)))).rejects.toThrow(/no applicable key/);
    // and what has not changed is not sent again
    const tag = String(first.headers['etag']);
    const again = await house.ask({
      url: `${url}/signed`,
      host: org.host,
      headers: { 'x-api-key': key, 'if-none-match': tag },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await house.ask({ url: `${url}/signed`, host: org.host })).body.messageCode).toBe('device.keyUnknown');
  });

  test('knows an old one that was signed from a newer one, whatever was changed and wherever, and nothing changed is the same text', async () => {
    const key = await aKey();
    const take = async () => {
      const { body } = await house.ask({ url: `${url}/signed`, host: org.host, headers: { 'x-api-key': key } });
      const { jws } = body.result as { jws: string };
      const told = Buffer.from(jws.split('.')[1]!, 'base64url').toString();
      return { jws, since: (JSON.parse(told) as { since: string }).since };
    };
    const company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
    const other = await aNode(house, { parent: company, nodeType: 'TRADING_REGION' });
    await set(other, 'ebasketDisplay', { displayName: { value: 'Elsewhere' } });
    const steps = [
      () => set(store, 'nodeConfig', { autoLogoutDuration: { value: '00:11:00' } }),
      () => set(org, 'ebasketDisplay', { displayName: { value: 'Anew of head office' } }),
      () => set(store, 'nodeConfig', { autoLogoutDuration: null }),
      () => admin.put(`/node-management/node/${store.id}/move`, { parentId: other.id }),
    ];
    for (const step of steps) {
      const before = await take();
      expect(await take()).toEqual(before);
      expect((await step()).status).toBe(200);
      const after = await take();
      expect(after.jws).not.toBe(before.jws);
      expect(Date.parse(after.since)).toBeGreaterThan(Date.parse(before.since));
    }
  });

  test('that was signed before the installation’s key was changed is checked with the key before', async () => {
    const renewed = await aServer(
      { databaseUrl: house.ownerUrl, secretKeyPrevious: secretKey },
      new Uint8Array(32).fill(9),
    );
    const keys = async (asked: typeof house) =>
      ((await asked.ask({ url: `${url}/keys`, host: org.host })).body.result as JSONWebKeySet).keys;
    const [present] = await keys(house);
    expect((await keys(renewed))[1]).toEqual(present);
    expect((await keys(renewed))[0]).not.toEqual(present);
  });

  test('that holds the answer already is told only that it still holds, until something changes', async () => {
    const key = await aKey();
    const first = await ask(key);
    const tag = String(first.headers['etag']);
    const again = await ask(key, { 'if-none-match': tag });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', tag]);
    await set(store, 'nodeConfig', { autoLogoutDuration: { value: '00:09:00' } });
    const changed = await ask(key, { 'if-none-match': tag });
    expect([changed.status, changed.body.result.sections.nodeConfig]).toEqual([
      200,
      { autoLogoutDuration: '00:09:00' },
    ]);
  });

  test('is refused without a key, with a key that was ended, at another portal, and while its store is closed', async () => {
    const refused = [400, 'device.keyUnknown'];
    const codeOf = async (answer: ReturnType<typeof ask>) => [(await answer).status, (await answer).body.messageCode];
    const key = await aKey();
    const other = await anOrganisation(house, { word: 'beech' });
    expect(await codeOf(ask(undefined))).toEqual(refused);
    expect(await codeOf(ask('made-up'))).toEqual(refused);
    expect(await codeOf(ask(key, {}, other.host))).toEqual(refused);
    expect((await ask(key)).status).toBe(200);
    await admin.put(`/node-management/node/${store.id}/status`, { status: false });
    expect(await codeOf(ask(key))).toEqual(refused);
    await admin.put(`/node-management/node/${store.id}/status`, { status: true });
    await house.rows('update devices set key_hash = null');
    expect(await codeOf(ask(key))).toEqual(refused);
  });
});

import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  type TestNode,
  createClient,
} from '../../../test/builders.ts';
import { startTestServer, secretKey } from '../../../test/server.ts';
import { newId } from '../../platform/database/ids.ts';

const server = await startTestServer();
const url = '/module-management/device/configuration';
let org: TestNode;
let store: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'acorn' });
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  store = await createNode(server, {
    parent: region,
    nodeType: 'STORE',
    name: 'Leeds',
    code: '4711',
    time_zone: 'Europe/London',
  });
  admin = await createClient(server, await createUser(server, { node: org }));
});

// device addresses are unique in a store
let deviceCount = 0;

/** Creates and pairs a device; returns its key. */
async function createDeviceKey(node = store): Promise<string> {
  const id = newId();
  const device = {
    name: 'Till',
    type: 'tablet',
    address: `10.0.0.${++deviceCount}`,
    serial: id,
    nodeId: node.id,
  };
  const { body } = await admin.post('/module-management/device', device);
  const pairing = await admin.post(`/module-management/device/${body.result.id}/pairing`);
  const redeemed = await server.request({
    method: 'POST',
    url: '/module-management/device/redeem',
    host: org.host,
    body: { code: pairing.body.result.code },
  });
  return redeemed.body.result.key as string;
}

const getConfiguration = (key: string | undefined, headers: Record<string, string> = {}, host = org.host) =>
  server.request({ url, host, headers: { ...(key && { 'x-api-key': key }), ...headers } });
const putSettings = (node: TestNode, section: string, fields: object) =>
  admin.put(`/node-management/node/${node.id}/settings/${section}`, { fields });

describe('the configuration of a device', () => {
  test('returns the effective settings of the store for a device key, without secrets', async () => {
    await putSettings(org, 'ebasketDisplay', { displayName: { value: 'Of head office', mode: 'locked' } });
    await putSettings(store, 'nodeConfig', { autoLogoutDuration: { value: '00:10:00' } });
    await putSettings(org, 'integration', { provider: { value: 'Adyen' }, secret: { value: 'qsecretq' } });
    const { status, body, text } = await getConfiguration(await createDeviceKey());
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

  test('is available as a JWS that the organisation’s public keys verify', async () => {
    await putSettings(store, 'nodeConfig', { autoLogoutDuration: { value: '00:08:00' } });
    const key = await createDeviceKey();
    const first = await server.request({ url: `${url}/signed`, host: org.host, headers: { 'x-api-key': key } });
    const { jws } = first.body.result as { jws: string };
    const keysAt = async (host: string) =>
      (await server.request({ url: `${url}/keys`, host })).body.result as JSONWebKeySet;
    const { payload, protectedHeader } = await compactVerify(jws, createLocalJWKSet(await keysAt(org.host)));
    const configuration = JSON.parse(new TextDecoder().decode(payload)) as object;
    expect(configuration).toEqual((await getConfiguration(key)).body.result);
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: (await keysAt(org.host)).keys[0]!.kid });
    // verification fails for a changed payload and for another organisation's key
    const [header, body, signature] = jws.split('.') as [string, string, string];
    const tamperedBody = Buffer.from(
      Buffer.from(body, 'base64url').toString().replace('00:08:00', '11:08:00'),
    ).toString('base64url');
    await expect(
      compactVerify(`${header}.${tamperedBody}.${signature}`, createLocalJWKSet(await keysAt(org.host))),
    ).rejects.toThrow(/verification/);
    const other = await createOrganisation(server);
    await expect(compactVerify(jws, createLocalJWKSet(await keysAt(other.host)))).rejects.toThrow(/no applicable key/);
    const etag = String(first.headers['etag']);
    const repeated = await server.request({
      url: `${url}/signed`,
      host: org.host,
      headers: { 'x-api-key': key, 'if-none-match': etag },
    });
    expect([repeated.status, repeated.text]).toEqual([304, '']);
    expect((await server.request({ url: `${url}/signed`, host: org.host })).body.messageCode).toBe('device.keyUnknown');
  });

  test('has a later time after each change anywhere on the path and the same JWS without a change', async () => {
    const key = await createDeviceKey();
    const getSigned = async () => {
      const { body } = await server.request({ url: `${url}/signed`, host: org.host, headers: { 'x-api-key': key } });
      const { jws } = body.result as { jws: string };
      const configuration = Buffer.from(jws.split('.')[1]!, 'base64url').toString();
      return { jws, since: (JSON.parse(configuration) as { since: string }).since };
    };
    const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
    const other = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
    await putSettings(other, 'ebasketDisplay', { displayName: { value: 'Elsewhere' } });
    const steps = [
      () => putSettings(store, 'nodeConfig', { autoLogoutDuration: { value: '00:11:00' } }),
      () => putSettings(org, 'ebasketDisplay', { displayName: { value: 'Anew of head office' } }),
      () => putSettings(store, 'nodeConfig', { autoLogoutDuration: null }),
      () => admin.put(`/node-management/node/${store.id}/move`, { parentId: other.id }),
    ];
    for (const step of steps) {
      const before = await getSigned();
      expect(await getSigned()).toEqual(before);
      expect((await step()).status).toBe(200);
      const after = await getSigned();
      expect(after.jws).not.toBe(before.jws);
      expect(Date.parse(after.since)).toBeGreaterThan(Date.parse(before.since));
    }
  });

  test('can still be verified with the previous key after a change of the installation key', async () => {
    const renewedServer = await startTestServer(
      { databaseUrl: server.ownerUrl, secretKeyPrevious: secretKey },
      new Uint8Array(32).fill(9),
    );
    const keys = async (targetServer: typeof server) =>
      ((await targetServer.request({ url: `${url}/keys`, host: org.host })).body.result as JSONWebKeySet).keys;
    const [currentKey] = await keys(server);
    expect((await keys(renewedServer))[1]).toEqual(currentKey);
    expect((await keys(renewedServer))[0]).not.toEqual(currentKey);
  });

  test('returns 304 for the current ETag until a setting changes', async () => {
    const key = await createDeviceKey();
    const first = await getConfiguration(key);
    const etag = String(first.headers['etag']);
    const repeated = await getConfiguration(key, { 'if-none-match': etag });
    expect([repeated.status, repeated.text, repeated.headers['etag']]).toEqual([304, '', etag]);
    await putSettings(store, 'nodeConfig', { autoLogoutDuration: { value: '00:09:00' } });
    const changed = await getConfiguration(key, { 'if-none-match': etag });
    expect([changed.status, changed.body.result.sections.nodeConfig]).toEqual([
      200,
      { autoLogoutDuration: '00:09:00' },
    ]);
  });

  test('is refused without a key, with a revoked key, at another portal, and while the store is inactive', async () => {
    const unknownKey = [400, 'device.keyUnknown'];
    const statusAndCodeOf = async (response: ReturnType<typeof getConfiguration>) => [
      (await response).status,
      (await response).body.messageCode,
    ];
    const key = await createDeviceKey();
    const other = await createOrganisation(server, { slug: 'beech' });
    expect(await statusAndCodeOf(getConfiguration(undefined))).toEqual(unknownKey);
    expect(await statusAndCodeOf(getConfiguration('made-up'))).toEqual(unknownKey);
    expect(await statusAndCodeOf(getConfiguration(key, {}, other.host))).toEqual(unknownKey);
    expect((await getConfiguration(key)).status).toBe(200);
    await admin.put(`/node-management/node/${store.id}/status`, { status: false });
    expect(await statusAndCodeOf(getConfiguration(key))).toEqual(unknownKey);
    await admin.put(`/node-management/node/${store.id}/status`, { status: true });
    await server.query('update devices set key_hash = null');
    expect(await statusAndCodeOf(getConfiguration(key))).toEqual(unknownKey);
  });
});

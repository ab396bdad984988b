import { recordEvents, webhookEvents } from '@storeward/contract/webhooks/webhook-events';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient, createNode, createRole, createUser, signIn, type ApiClient } from '../../test/builders.ts';
import { deviceInput } from '../../test/device-samples.ts';
import { importFile, newBranch, toCsv } from '../../test/imports.ts';
import { roleInput } from '../../test/role-samples.ts';
import { startTestServer } from '../../test/server.ts';
import { startEventReceiver } from '../../test/webhook-events.ts';
import { nodeUrl, postNode, uniqueNodeInput } from '../../test/small-tree.ts';
import { auditActions } from '../../test/stored-names.ts';
import { newUserInput } from '../../test/user-endpoints.ts';
import { allDelivered } from '../../test/webhooks.ts';
import { eventsByAction } from './record-events.ts';

const server = await startTestServer({ environment: 'development' });
const { receiver, follow, received, kindsOf, insertEntry, current } = await startEventReceiver(server);
let tree: ReturnType<typeof current>;
let admin: ApiClient;

beforeEach(() => {
  tree = current();
  ({ admin } = tree);
});

/** Actions of the audit that no webhook reports, by the reason. */
const unsentActions: Readonly<Record<string, readonly string[]>> = {
  'reported as configuration.changed where it takes effect': [
    'setting.changed',
    'setting.planned',
    'setting.withdrawn',
  ],
  'changes no record': [
    'audit.exported',
    'node.exported',
    'product.exported',
    'setting.exported',
    'user.exported',
    'setting.connectionTested',
    'access.unknownRecord',
    'import.discarded',
  ],
  'a session, not a change of a record': [
    'session.began',
    'session.ended',
    'session.roleChosen',
    'seeing.began',
    'seeing.ended',
  ],
  'concerns the user alone, who gets a mail': [
    'password.changed',
    'password.linkAsked',
    'password.linkSent',
    'password.reset',
    'password.resetRefused',
    'password.wordAccepted',
    'password.wordRefused',
    'user.firstPasswordSent',
    'user.invited',
    'user.unlocked',
    'user.emailChanged',
    'user.emailRejected',
    'user.faceConsent',
  ],
  'about the mail server, which changes nothing of the user': ['user.mailRefused'],
  'a list of one user': ['view.created', 'view.deleted', 'view.updated'],
  'part of another record': ['file.deleted', 'device.pairingOpened'],
  'by the operator of the installation, above all webhooks': [
    'organisation.created',
    'organisation.deleted',
    'organisation.disabled',
    'organisation.enabled',
    'organisation.updated',
  ],
  'a webhook does not report on webhooks': auditActions.filter((action) => action.startsWith('webhook.')),
};

describe('the events of the audit', () => {
  test('include every action, or name the reason why not', () => {
    const unsent = Object.values(unsentActions).flat();
    expect([...Object.keys(eventsByAction), ...unsent].toSorted()).toEqual(auditActions.toSorted());
    expect(new Set(Object.values(eventsByAction))).toEqual(new Set(recordEvents));
  });

  test('are sent for every action, once each and in order, to a webhook that chose them all', async () => {
    const webhook = await follow(tree.org);
    for (const action of Object.keys(eventsByAction))
      await insertEntry(tree.store, action, action === 'session.refused' ? { reason: 'signIn.locked' } : {});
    expect(await kindsOf(webhook)).toEqual(Object.values(eventsByAction));
  });

  test('are sent to a webhook that chose one of them alone', async () => {
    const nodes = [tree.org, tree.north, tree.region, tree.group, tree.store];
    const webhooks = await Promise.all(
      recordEvents.map((event, index) => follow(nodes[index % nodes.length]!, [event])),
    );
    const actions = Object.keys(eventsByAction);
    for (const action of actions) await insertEntry(tree.store, action, { reason: 'signIn.locked' });
    const messages = await received();
    for (const { id, events } of webhooks)
      expect(messages.filter(({ webhookId }) => webhookId === id).map(({ kind }) => kind)).toEqual(
        actions.flatMap((action) => (eventsByAction[action] === events[0] ? events : [])),
      );
  });

  test('are sent with ids, times and the names of changed fields, and no values', async () => {
    const webhook = await follow(tree.region, ['node.updated']);
    const input = uniqueNodeInput({ code: 'BRIG', name: 'Briggate Arcade', city: 'Hull' });
    expect((await admin.put(nodeUrl(tree.store), input)).status).toBe(200);
    const [message, ...more] = await received(webhook);
    expect(more).toEqual([]);
    expect(message).toEqual({
      id: expect.any(String),
      time: expect.any(String),
      at: expect.any(String),
      webhookId: webhook.id,
      kind: 'node.updated',
      record: { type: 'node', id: tree.store.id },
      place: { id: tree.store.id, code: 'BRIG', name: 'Briggate Arcade', nodeType: 'STORE' },
      path: [tree.region.id, tree.group.id, tree.store.id],
      actorId: admin.user.id,
      changed: expect.arrayContaining(['name', 'city']),
      runId: null,
      reason: null,
      count: null,
    });
    expect(receiver.requests[0]!.text).not.toContain('Hull');
  });

  test('are verified by the reference library of Standard Webhooks', async () => {
    const webhook = await follow(tree.store, ['node.updated']);
    await insertEntry(tree.store, 'node.updated');
    await allDelivered(server, tree.org);
    const { text, headers } = receiver.requests[0]!;
    const verifier = new StandardWebhook(webhook.secret);
    const signed = headers as Record<string, string>;
    expect(verifier.verify(text, signed)).toEqual(JSON.parse(text));
    expect(() => verifier.verify(`${text} `, signed)).toThrow('No matching signature');
    expect(() => new StandardWebhook(Buffer.alloc(32).toString('base64')).verify(text, signed)).toThrow();
  });
});

test('the API description has the requests of webhooks with every event', async () => {
  const { body } = await admin.get('/openapi.json');
  const schemas = Object.values<{ post: OpenApiOperation }>(body.webhooks).map(
    ({ post }) => post.requestBody.content['application/json'].schema,
  );
  const described = schemas.flatMap(({ properties }) => properties.kind.enum);
  expect(described.toSorted()).toEqual([...webhookEvents, 'webhook.test'].toSorted());
  for (const { post } of Object.values<{ post: OpenApiOperation }>(body.webhooks))
    expect(post.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
});

type OpenApiOperation = {
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: { readonly properties: { readonly kind: { readonly enum: string[] } } };
      };
    };
  };
};

describe('a change through the API', () => {
  test('of a user is sent', async () => {
    const webhook = await follow(tree.org);
    const created = await admin.post(
      '/user-management/users',
      newUserInput({ node: tree.store, roleId: admin.user.roleId }),
    );
    const { id } = created.body.result;
    const url = `/user-management/users/${id}`;
    const roleId = await createRole(server, { organisation: tree.org });
    const given = await admin.post(`${url}/assignments`, { roleId, nodeId: tree.store.id });
    await admin.put(`${url}/status`, { status: false });
    expect(given.status).toBe(200);
    await admin.delete(`${url}/assignments/${given.body.result.at(-1).id}`);
    await admin.delete(`${url}/delete`);
    const messages = await received(webhook);
    expect(messages.map(({ kind }) => kind)).toEqual([
      'user.created',
      'user.roleAssigned',
      'user.disabled',
      'user.roleRemoved',
      'user.deleted',
    ]);
    expect(new Set(messages.map(({ record }) => `${record.type} ${record.id}`))).toEqual(new Set([`user ${id}`]));
    expect(JSON.stringify(receiver.requests)).not.toContain('Hopper');
  });

  test('of a node, a role and a device is sent', async () => {
    const webhook = await follow(tree.org);
    const created = await postNode(admin, tree.group, 'STORE');
    const id: string = created.body.result.nodeId;
    const group = await createNode(server, { parent: tree.region, nodeType: 'STORE_GROUP' });
    await admin.put(`${nodeUrl({ id })}/move`, { parentId: group.id });
    const device = await admin.post('/module-management/device', { ...deviceInput, nodeId: id });
    await admin.delete(`/module-management/device/${device.body.result.id}`);
    await admin.put(`${nodeUrl({ id })}/status`, { status: false });
    await admin.delete(`${nodeUrl({ id })}/delete`);
    const role = await admin.post('/role-management/roles', roleInput());
    await admin.delete(`/role-management/roles/${role.body.result.id}`);
    expect(await kindsOf(webhook)).toEqual([
      'node.created',
      'node.moved',
      'device.created',
      'device.deleted',
      'node.disabled',
      'node.deleted',
      'role.created',
      'role.deleted',
    ]);
  });

  test('that is refused often is sent once the account is locked, and not for a wrong password', async () => {
    const webhook = await follow(tree.org, ['security.signInsRefused', 'security.accessDenied']);
    const user = await createUser(server, { node: tree.store, rights: [] });
    const client = await createClient(server, user);
    const refuse = () => signIn(server, { userName: user.userName, host: user.host, secret: 'wrong' });
    await refuse();
    expect(await kindsOf(webhook)).toEqual([]);
    await vi.waitUntil(async () => (await refuse()).body.messageCode === 'signIn.locked');
    await refuse();
    expect((await client.get('/user-management/users')).status).toBe(403);
    const messages = await received(webhook);
    expect(new Set(messages.map(({ kind, reason }) => `${kind} ${reason}`))).toEqual(
      new Set(['security.signInsRefused signIn.locked', 'security.accessDenied access.denied']),
    );
  });
});

test('an import sends when it started and finished, and its records with its id', async () => {
  const events = ['import.started', 'import.finished', 'import.failed', 'node.created'];
  const webhook = await follow(tree.org, events);
  const branch = newBranch.map((row) => ({
    ...row,
    code: `${row.code}-${tree.slug}`,
    parentCode: row.parentCode && `${row.parentCode}-${tree.slug}`,
  }));
  const run = await importFile(admin, toCsv(branch));
  const messages = await received(webhook);
  expect(messages.map(({ kind }) => kind)).toEqual([
    'import.started',
    ...branch.map(() => 'node.created'),
    'import.finished',
  ]);
  expect(new Set(messages.map(({ runId }) => runId))).toEqual(new Set([run.id]));
});

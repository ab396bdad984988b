import { beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from './response.ts';
import { createOrganisation, type ApiClient, createClient, password } from './builders.ts';
import { apiKeyInput, inDays } from './api-keys.ts';
import { deviceInput } from './device-samples.ts';
import { allEndpoints } from './endpoints.ts';
import { nodeFields, profileFields } from './input-fields.ts';
import { onePixelImage } from './uploads.ts';
import { impersonationUrl } from './impersonation.ts';
import { productInput } from './product-samples.ts';
import { startTestServer } from './server.ts';
import { denialTables, stateOfEverything } from './stored-state.ts';
import { basketNameInput } from './setting-endpoints.ts';
import { webhookInput } from './webhooks.ts';
import {
  unknownId,
  createTenantFixture,
  expectedStatus,
  foreignMarkers,
  isInScope,
  isWithin,
  type FixtureTarget,
  type FixtureActor,
  type TenantFixture,
} from './tenant-fixture.ts';

const testServer = await startTestServer({ recoveryMails: 1000 });
let fixture: TenantFixture;
beforeAll(async () => {
  fixture = await createTenantFixture(testServer);
});

const withId = allEndpoints
  .filter(({ endpoint }) => endpoint.path.includes('{id}'))
  .map((namedEndpoint, index) => ({ ...namedEndpoint, index }));

const isWhole = process.env['FULL_MATRIX'] === '1';
const sampled = 5;

/**
 * Whether a cell of a matrix is in the sample: a fifth of the cells of each endpoint, and another fifth for the next
 * endpoint, so that every pair of actor and target occurs, and every endpoint with each actor and with each target.
 * `npm run proof -- --only rejected-requests` checks all cells.
 */
const isChecked = (endpointIndex: number, row: number, column: number) =>
  isWhole || (endpointIndex + row + column) % sampled === 0;

/** Body fields whose names mean something else for other endpoints. */
const extraFields: Readonly<Record<string, object>> = {
  'settings.rollback': { fields: ['displayName'] },
  'settings.updateArea': { sections: { ebasketDisplay: basketNameInput } },
  'settings.areaImpact': { sections: { ebasketDisplay: basketNameInput } },
  'assignments.changeEnd': { until: '2020-01-01T00:00:00Z' },
  'assignments.create': { roleId: unknownId, nodeId: unknownId, until: '2020-01-01T00:00:00Z' },
  'products.update': productInput(),
  // both share one path, on which the address of a location is no text
  'nodes.update': { address: undefined },
  'organisations.update': { address: undefined },
  'profiles.setFaceConsent': { agreed: true },
  'seeings.begin': { reason: 'finds no price list' },
  'emailChanges.accept': { address: 'new@mail.example', password },
  'emailChanges.object': { address: 'new@mail.example' },
  'userViews.update': { shared: false, query: {}, columns: [] },
  'productViews.update': { shared: false, query: {} },
  'apiKeys.update': apiKeyInput,
  'apiKeys.rotate': { until: inDays(30), overlapHours: 0 },
  'webhooks.create': webhookInput,
  'webhooks.update': webhookInput,
  'webhooks.replay': { from: '2026-01-01T00:00:00Z' },
};

/** Required query strings by endpoint. */
const queryStrings: Readonly<Record<string, (id: string) => string>> = {
  'nodes.previewMove': (id) => `?parentId=${id}`,
  'settings.readArea': () => '?area=module',
  'settings.overrides': () => '?field=displayName',
  'settings.rowUses': () => '?field=reasons',
  'changeCalendars.get': () => '?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z',
  'userAccess.explain': () => '?action=viewUser',
  'userAccess.permittedUsers': () => '?action=viewUser',
};

async function requestRecord(
  { name, endpoint }: (typeof withId)[number],
  client: ApiClient,
  id: string,
  key?: string,
): Promise<TestResponse> {
  const body = endpoint.file ? onePixelImage : endpoint.body ? { ...bodyFor(id), ...extraFields[name] } : undefined;
  // an impossible move and an invalid version: rejected even with all permissions, so no record changes
  const query = queryStrings[name]?.(id) ?? '';
  const stale = name.endsWith('s.remove') ? { 'if-match': '"999"' } : {};
  return testServer.request({
    method: endpoint.method,
    url:
      endpoint.path
        .replace('{id}', id)
        .replace('{section}', name === 'settings.rowUses' ? 'reasons' : 'ebasketDisplay')
        .replace(/\{(row|changeId|assignmentId|webhookId|messageId)\}/g, unknownId) + query,
    host: client.host,
    token: client.token,
    body,
    headers: {
      ...stale,
      ...(key ? { 'idempotency-key': key } : {}),
      ...(endpoint.file ? { 'content-type': 'image/bmp' } : {}),
    },
  });
}

// the stored values, so that changes of contact data do not require a password
const contacts = new Map<string, object>();
const bodyFor = (id: string) => ({
  ...deviceInput,
  ...nodeFields,
  ...profileFields({ userName: 'nobody' }),
  ...contacts.get(id),
  status: true,
  parentId: id,
  ...basketNameInput,
  level: 'STORE',
  modules: [],
  at: '2026-01-01T00:00:00Z',
});

beforeAll(async () => {
  const rows = await testServer.query<{ id: string; emailId: string; phoneNumber: string }>(
    `select id, email_id as "emailId", phone_number as "phoneNumber" from users`,
  );
  for (const { id, ...contact } of rows) contacts.set(id, { ...profileFields({ userName: 'x' }), ...contact });
  for (const { id, ...fields } of await testServer.query<{ id: string }>('select id, name, code, region from nodes'))
    contacts.set(id, fields);
  for (const { id, ...organisation } of await testServer.query<{ id: string }>(
    `select d.org_id as id, h.host as url, json_agg(json_build_object('domainName', d.domain_name, 'isDefault', d.is_default)) as domains
       from domains d join portal_hosts h on h.org_id = d.org_id group by d.org_id, h.host`,
  ))
    contacts.set(id, { ...contacts.get(id), ...organisation, country: 'GB', defaultLanguage: 'en' });
});

/** Status, headers except the date and the id of the request, and body of a response. */
const fingerprintOf = ({ status, headers, text }: TestResponse) =>
  JSON.stringify([status, { ...headers, date: undefined, 'x-request-id': undefined }, text]);

/** Whether an endpoint ends sessions or starts an impersonation, so that the actor has to sign in again. */
const endsSessions = ({ name }: { name: string }) => name === 'openSessions.endAllOf' || name === 'seeings.begin';
const restoreSession = async (actor: FixtureActor, { name }: { name: string }) => {
  if (name === 'seeings.begin') await actor.client.delete(impersonationUrl);
  else actor.client = await createClient(testServer, actor.user);
};

/** The number of denied requests: for other organisations, and for the own one outside the scope. */
const denied = { otherOrganisation: 0, outsideScope: 0 };
function count(actor: FixtureActor, { user, node, sessionOf: owner }: FixtureTarget): void {
  const targetNode = node ?? (user ?? owner)?.node;
  if (!targetNode || actor.global) return;
  if (targetNode.orgId !== actor.user.node.orgId) denied.otherOrganisation += 1;
  else if (!isInScope(actor, targetNode)) denied.outsideScope += 1;
}

describe.for(withId)('the endpoint $name with an id', (namedEndpoint) => {
  test('returns what scope and permissions allow, and for any other id the same response as for a record that does not exist', async () => {
    const failures: string[] = [];
    const allowed: [FixtureActor, FixtureTarget][] = [];
    const refused: [FixtureActor, FixtureTarget, number, TestResponse][] = [];
    for (const [row, actor] of fixture.actors.entries()) {
      if (endsSessions(namedEndpoint)) await restoreSession(actor, namedEndpoint);
      const unknownResponse = await requestRecord(namedEndpoint, actor.client, unknownId);
      for (const [column, target] of fixture.targets.entries()) {
        if (!isChecked(namedEndpoint.index, row, column)) continue;
        const status = expectedStatus(fixture, actor, namedEndpoint.name, target);
        if (status === 200) allowed.push([actor, target]);
        else refused.push([actor, target, status, unknownResponse]);
      }
    }
    const before = await stateOfEverything(testServer, denialTables);
    for (const [actor, target, status, unknownResponse] of refused) {
      count(actor, target);
      const response = await requestRecord(namedEndpoint, actor.client, target.id);
      const cell = `${actor.name} about ${target.description}`;
      if (response.status !== status) failures.push(`${cell}: ${response.status} instead of ${status}`);
      if (status === 404 && fingerprintOf(response) !== fingerprintOf(unknownResponse))
        failures.push(`${cell}: response differs from that for an unknown id`);
      if (foreignMarkers(fixture, actor).some((mark) => response.text.includes(mark)))
        failures.push(`${cell}: response contains data of another organisation`);
    }
    if ((await stateOfEverything(testServer, denialTables)) !== before)
      failures.push('denied requests changed stored data');
    for (const [actor, target] of allowed) {
      if (endsSessions(namedEndpoint)) await restoreSession(actor, namedEndpoint);
      const response = await requestRecord(namedEndpoint, actor.client, target.id);
      if (response.status !== 200)
        failures.push(`${actor.name} about ${target.description}: ${response.status} instead of 200`);
      if (foreignMarkers(fixture, actor).some((mark) => response.text.includes(mark)))
        failures.push(`${actor.name} about ${target.description}: response contains data of another organisation`);
    }
    if (endsSessions(namedEndpoint)) for (const actor of fixture.actors) await restoreSession(actor, namedEndpoint);
    expect(failures).toEqual([]);
    const cells = fixture.actors.length * fixture.targets.length;
    expect(refused.length + allowed.length).toBeGreaterThanOrEqual(Math.floor(cells / (isWhole ? 1 : sampled)) - 1);
  });

  test('an organisation in the query does not extend access', async () => {
    for (const [row, actor] of fixture.actors.filter(({ global }) => !global).entries()) {
      for (const [column, orgId] of [fixture.acorn.root.id, fixture.beech.root.id, unknownId].entries()) {
        if (!isChecked(namedEndpoint.index, row, column)) continue;
        const foreign = (actor.user.node.orgId === fixture.acorn.root.id ? fixture.beech : fixture.acorn).users[3]!;
        const id = /^(nodes|settings|organisations|themes|webhooks)\./.test(namedEndpoint.name)
          ? foreign.node.id
          : foreign.id;
        const { method, path, file } = namedEndpoint.endpoint;
        const response = await testServer.request({
          method,
          url: `${path.replace('{id}', id)}?orgId=${orgId}`,
          host: actor.client.host,
          token: actor.client.token,
          ...(file
            ? { body: onePixelImage, headers: { 'content-type': 'image/bmp' } }
            : method === 'GET'
              ? {}
              : { body: { ...bodyFor(id), orgId, org_id: orgId } }),
        });
        expect([400, 403, 404]).toContain(response.status);
        expect(response.text).not.toMatch(foreignMarkers(fixture, actor)[0]!);
      }
    }
  });
});

test('thousands of requests were denied, for other organisations and for nodes outside the scope', () => {
  if (process.env['ISOLATION_REPORT']) console.log(`rejected: ${JSON.stringify(denied)}`);
  expect(denied).toEqual({ otherOrganisation: expect.toSatisfy(enough), outsideScope: expect.toSatisfy(enough) });
});
const enough = (times: number) => times >= (isWhole ? 10_000 : 1_800);

test('a stored response of one user is not replayed to another user with the same key', async () => {
  const [above, below] = [fixture.actors[0]!, fixture.actors[5]!];
  const user = fixture.acorn.users.find(({ node }) => isWithin(node, below.scopeRoot!))!;
  const namedEndpoint = withId.find(({ name }) => name === 'users.update')!;
  const first = await requestRecord(namedEndpoint, above.client, user.id, 'one-and-the-same-key');
  const outsider = await requestRecord(
    namedEndpoint,
    fixture.actors.find(({ name }) => name === 'the other organisation')!.client,
    user.id,
    'one-and-the-same-key',
  );
  expect([first.status, outsider.status]).toEqual([200, 404]);
});

test('a platform user acts in the organisation of the addressed record, and the audit event belongs to it', async () => {
  const { client, user: me } = fixture.actors.find(({ global }) => global)!;
  const user = fixture.beech.users[5]!;
  const response = await client.put(`/user-management/users/${user.id}`, {
    ...bodyFor(user.id),
    lastName: 'Renamed from above',
  });
  expect([response.status, response.body.result.lastName]).toEqual([200, 'Renamed from above']);
  expect(response.body.result).not.toHaveProperty('permissions');
  const rows = await testServer.query(
    `select org_id, actor_id from audit where entity_id = $1 and after ->> 'lastName' = 'Renamed from above'`,
    [user.id],
  );
  expect(rows).toEqual([{ org_id: fixture.beech.root.id, actor_id: me.id }]);
  await expect(createOrganisation(testServer, { slug: 'acorn' })).rejects.toThrow(/organisation\.codeTaken/);
});

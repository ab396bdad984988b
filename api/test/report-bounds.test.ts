import { errors } from '@storeward/contract/errors';
import { maxChangedProducts, productBulk } from '@storeward/contract/products/product-bulk';
import { bulkLimits, bulkOverrides } from '@storeward/contract/settings/endpoints/bulk-override';
import { maxValuesBelow } from '@storeward/contract/settings/endpoints/node-settings';
import { userBulk, userBulkLimits } from '@storeward/contract/users/user-bulk';
import { maxReplayedMessages } from '@storeward/contract/webhooks';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '@storeward/contract/endpoint';
import { createUser, type ApiClient, type TestNode } from './builders.ts';
import { endpointGroups } from './endpoint-groups.ts';
import { createProduct } from './product-samples.ts';
import type { TestResponse } from './response.ts';
import { startTestServer } from './server.ts';
import { createSmallTree } from './small-tree.ts';
import { createWebhook, webhooksUrl } from './webhooks.ts';

const server = await startTestServer();

const reports: { name: string; endpoint: Endpoint }[] = Object.entries(endpointGroups).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).flatMap(([name, endpoint]) =>
    endpoint.lane === 'report' ? [{ name: `${group}.${name}`, endpoint }] : [],
  ),
);

type Tree = { readonly admin: ApiClient; readonly org: TestNode; readonly store: TestNode };

/** For each report, a request that has to count or compare one more than its bound. */
const largeRequests: Readonly<Record<string, (tree: Tree) => Promise<TestResponse>>> = {
  async 'userBulk.preview'({ admin, store }) {
    const { id } = await createUser(server, { node: store, rights: null });
    await server.query(
      `insert into users (id, org_id, node_id, tpath, user_name, user_name_norm, domain_name, first_name, last_name, name_norm, email_id,
                          email_norm, search_text, password_hash, manual_password)
       select gen_random_uuid(), u.org_id, u.node_id, u.tpath, 'many.' || x, 'many.' || x, u.domain_name, 'Many', x::text, 'many ' || x,
              x || '@mail.example', x || '@mail.example', 'many ' || x, u.password_hash, true
         from users u cross join generate_series(1, $2::int) x where u.id = $1`,
      [id, userBulkLimits.users],
    );
    return admin.post(userBulk.preview.path, { action: 'disable', matching: { node: store.id } });
  },

  // of 100,001 codes
  async 'bulkOverrides.preview'({ admin, org }) {
    const codes = Array.from({ length: bulkLimits.nodes + 1 }, (_, index) => index.toString(36)).join(' ');
    return admin.post(bulkOverrides.preview.path, { action: 'clear', sourceId: org.id, sections: ['theme'], codes });
  },

  async 'productBulk.preview'({ admin, org }) {
    await createProduct(admin);
    await server.query(
      `insert into products (id, org_id, sku, sku_norm, name, name_norm, search_text, search_keys, descriptions)
       select gen_random_uuid(), p.org_id, 'MANY-' || x, 'many-' || x, p.name, p.name_norm, p.search_text, p.search_keys, p.descriptions
         from products p cross join generate_series(1, $2::int) x where p.org_id = $1`,
      [org.id, maxChangedProducts],
    );
    return admin.post(productBulk.preview.path, { status: false, matching: {} });
  },

  async 'settings.radar'({ admin, org, store }) {
    await insertValues(store, maxValuesBelow);
    const radarUrl = `/node-management/node/${org.id}/radar`;
    const largest = await admin.get(radarUrl);
    expect(largest.status).toBe(200);
    await insertValues(store, 1);
    return admin.get(radarUrl);
  },

  async 'webhooks.replay'({ admin, org }) {
    const { id } = await createWebhook(admin, org, 'https://tills.example.com/in');
    await server.query(
      `insert into webhook_messages (id, org_id, webhook_id, tpath, body, created_date, expires_date, sent_date)
       select gen_random_uuid(), w.org_id, w.id, w.tpath,
              json_build_object('kind', 'node.updated', 'place', json_build_object('id', w.node_id), 'path', json_build_array(w.node_id))::text,
              clock(), clock(), clock()
         from webhooks w, generate_series(1, $2::int) where w.id = $1`,
      [id, maxReplayedMessages + 1],
    );
    return admin.post(webhooksUrl(org, `/${id}/replay`), { from: '2020-01-01T00:00:00Z' });
  },
};

const fontSize = { fontSize: { value: '15px', mode: 'free' } };

/** The reports that no request is too large for, and why. */
const boundless: Readonly<Record<string, string>> = {
  'settings.clashes': 'compares a number of values and tells that there are more',
  'settings.overrides': 'lists a page',
  'settings.rowUses': 'counts in one statement',
  'changeCalendars.get': 'lists a number of changes and tells that there are more',
  'nodes.previewMove': 'counts in one statement each',
  'nodes.previewTimeZone': 'counts in one statement',
};

const insertValues = (store: TestNode, count: number, section = 'theme', field = 'rows') =>
  server.query(
    `insert into setting_values (id, org_id, node_id, tpath, section, field, value)
     select gen_random_uuid(), $1, $2, $3, $5, $6 || '/' || gen_random_uuid(), 'null' from generate_series(1, $4)`,
    [store.orgId, store.id, store.tpath, count, section, field],
  );

test('the preview of a change compares the values below of its fields, and refuses more than the bound by name', async () => {
  const { admin, org, store } = await createSmallTree(server);
  const url = `/node-management/node/${org.id}/settings`;
  const theme = { fields: fontSize };
  const ofSection = () => admin.post(`${url}/theme/impact`, theme);
  const ofArea = (sections: Record<string, unknown> = { theme }) => admin.post(`${url}/impact`, { sections });
  const tooMany = { status: 409, body: { messageCode: 'setting.tooManyValues' } };
  await insertValues(store, 10, 'theme', 'fontFamily');
  await insertValues(store, maxValuesBelow, 'theme', 'fontSize');
  for (const preview of [ofSection, ofArea]) expect(await preview()).toMatchObject({ status: 200 });
  await insertValues(store, 1, 'hotkeys', 'keys');
  expect(await ofArea({ theme, hotkeys: { fields: { keys: null } } })).toMatchObject(tooMany);
  await insertValues(store, 1, 'theme', 'fontSize');
  for (const preview of [ofSection, ofArea]) expect(await preview()).toMatchObject(tooMany);
});

test('every report has a bound that a request of this file exceeds, or a reason why it needs none', () => {
  const withoutBound = reports.filter(({ endpoint }) => !endpoint.bound).map(({ name }) => name);
  expect(withoutBound.toSorted()).toEqual(Object.keys(boundless).toSorted());
  const exceeded = [...Object.keys(largeRequests), 'settings.impact', 'settings.areaImpact'];
  expect([...withoutBound, ...exceeded].toSorted()).toEqual(reports.map(({ name }) => name).toSorted());
});

describe.each(reports.filter(({ endpoint }) => endpoint.bound))('the report $name', ({ endpoint }) => {
  test('states its bound, and an error whose text has the number', () => {
    const { bound } = endpoint;
    expect(bound?.most).toBeGreaterThan(0);
    expect(endpoint.errors).toContain(bound!.error);
    expect(errors[bound!.error].text).toContain(bound!.most.toLocaleString('en'));
  });
});

test.each(Object.entries(largeRequests))(
  'the report %s refuses a request beyond its bound by name',
  async (name, send) => {
    const { status, body } = await send(await createSmallTree(server));
    const { error } = reports.find((report) => report.name === name)!.endpoint.bound!;
    expect([status, body.messageCode]).toEqual([errors[error].status, error]);
  },
);

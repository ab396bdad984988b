import { expect, test } from 'vitest';
import { createClient, createNode, createOrganisation, createUser, insertRow } from './builders.ts';
import { startTestServer } from './server.ts';

const mark = 'qhiddenq';
const testServer = await startTestServer();

test('the audit of a visible node names no node that the portal hides, neither on screen nor in a file', async () => {
  const org = await createOrganisation(testServer, { slug: 'shop' });
  await insertRow(testServer, 'portal_hosts', { host: 'shop.cn', org_id: org.id });
  const company = await createNode(testServer, { parent: org, nodeType: 'COMPANY' });
  const region = await createNode(testServer, { parent: company, nodeType: 'TRADING_REGION', name: 'Both regions' });
  const hidden = { parent: region, nodeType: 'STORE_GROUP', name: `${mark} group`, region: ['CHINA'] } as const;
  const group = await createNode(testServer, { ...hidden, region: ['CHINA'] });
  await createNode(testServer, { parent: group, nodeType: 'STORE', name: `${mark} store` });
  const user = await createUser(testServer, { node: org });
  const [admin, adminInChina] = [
    await createClient(testServer, user),
    await createClient(testServer, { ...user, host: 'shop.cn' }),
  ];
  for (const before of [{ place: `${mark} store` }, { path: `Everywhere › Both regions › ${mark} group` }])
    await testServer.query(
      `insert into audit (id, org_id, tpath, action, entity, entity_id, before, after)
       values (gen_random_uuid(), $1, $2, 'node.moved', 'node', $3, $4, '{"name": "kept"}')`,
      [org.id, region.tpath, region.id, JSON.stringify(before)],
    );
  for (const [url, kept] of [
    [`/audit?entityId=${region.id}`, '"name":"kept"'],
    [`/audit/export?format=csv&entityId=${region.id}`, 'name: kept'],
    [`/audit/export?format=jsonl&entityId=${region.id}`, '"withheld":true'],
  ] as const) {
    const [there, here] = [(await adminInChina.get(url)).text, (await admin.get(url)).text];
    expect([url, there.split(mark).length, here.split(mark).length, here.split(kept).length]).toEqual([url, 3, 1, 3]);
  }
});

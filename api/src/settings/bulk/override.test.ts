import { expect, test } from 'vitest';
import { createRetailer, settingsUrl as url, toNodeRef } from '../../../test/retailer.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();

test('a section is inherited from the node above that has locked it, not from one between that may no longer decide', async () => {
  const { org, company, store, admin } = await createRetailer(server);
  await admin.put(url(company), { fields: { autoLogoutDuration: { value: '00:20:00' } } });
  await admin.put(url(org), { fields: { autoLogoutDuration: { value: '00:15:00', mode: 'locked' } } });
  const { body } = await admin.get(`/node-management/node/override/${store.id}`);
  const { source } = body.result.find(({ section }: { section: string }) => section === 'nodeConfig');
  const explained = await admin.get(url(store));
  const inForce = explained.body.result.fields.autoLogoutDuration.source;
  expect([source, inForce]).toEqual([toNodeRef(org), toNodeRef(org)]);
});

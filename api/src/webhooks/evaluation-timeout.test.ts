import pg from 'pg';
import { expect, test } from 'vitest';
import { createChain, nameBasket } from '../../test/bulk.ts';
import { patientLimits, startTestServer } from '../../test/server.ts';
import { allDelivered, createWebhook, startReceiver } from '../../test/webhooks.ts';

// only the second one listens, so the worker has its limits
const server = await startTestServer({ environment: 'development' });
const limited = await startTestServer({
  environment: 'development',
  databaseUrl: server.ownerUrl,
  databaseLimits: { ...patientLimits, statementMs: 5_000 },
});
const receiver = await startReceiver();

test('a change whose values cannot be read in time is reported for all stores below it', async () => {
  const { admin, org, company, north } = await createChain(server);
  await nameBasket(admin, company, 'Of the company');
  await createWebhook(admin, org, receiver.url);
  await nameBasket(admin, north, 'Of the company');
  const reader = new pg.Client(server.ownerUrl);
  await reader.connect();
  try {
    await reader.query('begin; lock table setting_values in access exclusive mode');
    await limited.app.listen({ host: '127.0.0.1', port: 0 });
    await allDelivered(server, org);
  } finally {
    await reader.end();
  }
  expect(receiver.requests.map(({ message }) => [message.place.name, message.sections, message.stores])).toEqual([
    ['North', ['ebasketDisplay'], 4],
  ]);
});

import { expect, test } from 'vitest';
import { createOrganisation } from '../../../../test/builders.ts';
import { startTestServer } from '../../../../test/server.ts';

const environments = ['production', 'pre-production'] as const;
const local = ['localhost', '127.0.0.1:8080', '[::1]', 'localhost.'];

test.for(environments)('the global portal in %s is served on the host of PUBLIC_URL', async (environment) => {
  const server = await startTestServer({ environment, publicUrl: 'https://portal.example.com' });
  const { host: organisationHost } = await createOrganisation(server);
  const statusOf = async (host: string) => (await server.request({ url: '/node-management/node-theme', host })).status;
  for (const host of ['portal.example.com', 'PORTAL.example.com:443', organisationHost])
    expect(await statusOf(host)).toBe(200);
  // and on this machine's own hosts only before production
  for (const host of local)
    expect([host, await statusOf(host)]).toEqual([host, environment === 'production' ? 404 : 200]);
});

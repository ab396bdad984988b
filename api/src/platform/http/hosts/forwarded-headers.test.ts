import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';

const warnings = (log: string) => log.split('\n').filter((line) => line.includes('TRUST_PROXY'));

test('forwarded headers of a proxy that is not trusted are reported once, with its address', async () => {
  const server = await startTestServer({ trustProxy: ['192.0.2.1'] });
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  await server.request({ url: '/health/live' });
  await server.request({ url: '/health/live', from: '192.0.2.1', headers });
  expect(warnings(server.logOutput())).toEqual([]);
  for (const from of ['192.0.2.7', '192.0.2.8']) await server.request({ url: '/health/live', from, headers });
  expect(warnings(server.logOutput())).toEqual([expect.stringContaining('"proxy":"192.0.2.7"')]);
});

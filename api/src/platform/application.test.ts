import { expect, test } from 'vitest';
import { startTestServer } from '../../test/server.ts';

test('a server that is closed while it starts leaves no worker behind, and reports no failure', async () => {
  const server = await startTestServer();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  await server.app.close();
  expect(
    server
      .logOutput()
      .split('\n')
      .filter((line) => /"level":(40|50)/.test(line)),
  ).toEqual([]);
});

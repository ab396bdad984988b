import { expect, test } from 'vitest';
import { startTestServer } from '../../test/server.ts';

test('the log tells that the event loop was blocked, with the longest time', async () => {
  const server = await startTestServer();
  await server.app.listen({ port: 0 });
  const blocked = () =>
    server
      .logOutput()
      .split('\n')
      .filter((line) => line.includes('the event loop was blocked'))
      .map((line) => JSON.parse(line) as { longestMs: number; count: number });
  const block = () => {
    const until = performance.now() + 200;
    while (performance.now() < until);
  };
  // the watch begins a moment after the server listens
  await expect
    .poll(() => {
      block();
      return blocked().at(-1)?.longestMs;
    })
    .toBeGreaterThan(100);
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of webhooks whose responses are longer than anybody reads. */
export async function startUnendingReceiver(): Promise<{ url: string; close(): void }> {
  const part = 'token=0123456789abcdef '.repeat(4096);
  const server = createServer((request, response) => {
    const write = () => {
      while (response.writable && response.write(part));
    };
    request.resume().on('end', write);
    response.on('drain', write).on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startMailServer } from '../../api/test/mail-server.ts';
import { jobs } from './process-jobs.ts';
import { lockedTogether, sharedSessions, sharedUploads, type Pair } from './process-state.ts';
import { createClient, refusedStart, signedIn } from './product.ts';
import { type Figure, kestrel, type ProofOptions } from './setup.ts';
import { type Stack, withStack } from './stack.ts';

/** Two processes behind nginx, over one PostgreSQL through PgBouncer: what one does, the other knows. */
export function processes({ rounds = 10, log }: ProofOptions): Promise<Figure[]> {
  return withStack(async (stack) => {
    await stack.seed();
    const pooler = await stack.startPooler();
    const mails = await startMailServer();
    stack.onEnd(() => mails.close());
    const messages = await startReceiver(stack);
    const more = { SMTP_URL: mails.url, ENVIRONMENT: 'development' }; // where webhooks may lead to this machine
    const settings = () => ({ ...stack.settings(pooler.url('portal')), ...more });
    const [first, second] = [await stack.addProduct(settings()), await stack.addProduct(settings())];
    for (const one of [first, second]) await one.start();
    const proxy = await stack.startProxy([first.port, second.port]);
    const clients = [first, second, proxy].map(({ port }) => createClient(port, kestrel.host));
    const [a, b, both] = clients as [Pair['a'], Pair['b'], Pair['both']];
    const headers = await signedIn(a, kestrel.host, kestrel.admin);
    const pair: Pair = { a, b, both, headers };
    try {
      const ownerUrl = stack.cluster.url('postgres');
      log('sessions, roles and limits');
      const state = [...(await sharedSessions(pair, rounds)), await lockedTogether(pair), await sharedUploads(pair)];
      log('a process whose files are elsewhere');
      const message = await refusedStart(stack.settings(pooler.url('portal'), { ownFiles: true }));
      const isRejected = message.startsWith('The files of this database are in another folder');
      log('imports, mails and messages while one process is killed');
      const work = await jobs({ pair, killed: second, ownerUrl, mails, messages, log });
      return [
        ...state,
        {
          label: 'a process without the files of the others',
          measured: isRejected ? 'refused' : message || 'started',
          expected: 'refused',
          passed: isRejected,
        },
        ...work,
      ];
    } finally {
      for (const client of clients) client.close();
    }
  });
}

/** Receives messages of webhooks; returns the ids, in the order of arrival. */
async function startReceiver({ onEnd }: Stack): Promise<{ url: string; ids: readonly string[] }> {
  const ids: string[] = [];
  const server = createServer((request, response) => {
    const respond = () => {
      ids.push(String(request.headers['webhook-id']));
      response.writeHead(204).end();
    };
    // after a moment, so that a kill finds some on their way
    request.resume().on('end', () => setTimeout(respond, 20));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`, ids };
}

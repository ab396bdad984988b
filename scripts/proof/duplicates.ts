import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { cheapHashCosts, type Figure, kestrel, rowsOf, type ProofOptions, withDatabase } from './setup.ts';
import { createClient, product, signedIn } from './product.ts';

const concurrency = 16;

/** Sends one change sixteen times concurrently with one idempotency key: it is applied once, and all responses are equal. */
export function duplicates({ rounds = 200, log }: ProofOptions): Promise<Figure[]> {
  return withDatabase(cheapHashCosts, async (database) => {
    const running = await product(database.settings);
    await running.start();
    const client = createClient(running.port, kestrel.host);
    try {
      const { ownerUrl } = database.server();
      const token = await signedIn(client, kestrel.host, kestrel.admin);
      const [user] = await rowsOf<{ id: string; email: string }>(
        ownerUrl,
        `select u.id, u.email_id as email from users u join portal_hosts h on h.org_id = u.org_id
          where h.host = $1 and u.user_name not like '%.admin' order by u.id limit 1`,
        [kestrel.host],
      );
      let different = 0;
      let unexpected = 0;
      let retried = 0;
      for (let round = 0; round < rounds; round += 1) {
        const headers = { ...token, 'idempotency-key': randomUUID() };
        const body = {
          firstName: 'Ada',
          lastName: `Round-${round}`,
          emailId: user!.email,
          phoneNumber: '',
          language: 'en',
          timeZone: 'Europe/London',
          country: 'GB',
        };
        const change = () => client.send({ path: `/user-management/users/${user!.id}`, method: 'PUT', headers, body });
        const responses = await Promise.all(Array.from({ length: concurrency }, () => change()));
        for (const [index, response] of responses.entries()) {
          // 409: the first request with this key is still being processed
          for (let wait = 0; responses[index]!.status === 409 && wait < 100; wait += 1) {
            if (wait === 0) retried += 1;
            await delay(5);
            responses[index] = await change();
          }
          if (responses[index]!.status !== 200 || (response.status !== 200 && response.status !== 409)) unexpected += 1;
        }
        different += new Set(responses.map(({ text }) => text)).size - 1;
        if ((round + 1) % 50 === 0) log(`${round + 1} of ${rounds} rounds`);
      }
      const effects = await rowsOf<{ lastName: string; times: number }>(
        ownerUrl,
        `select after ->> 'lastName' as "lastName", count(*)::int as times from audit where action = 'user.updated' group by 1`,
      );
      const appliedOnce = effects.filter(({ times }) => times === 1).length;
      const title = `one idempotency key in ${concurrency} concurrent requests, ${rounds} rounds`;
      return [
        {
          label: `${title}: changes applied exactly once`,
          measured: `${appliedOnce} of ${rounds}`,
          expected: 'all',
          passed: appliedOnce === rounds && effects.length === rounds,
        },
        {
          label: `${title}: responses that differ`,
          measured: `${different}, ${retried} retried`,
          expected: '0',
          passed: different === 0,
        },
        { label: `${title}: other errors`, measured: String(unexpected), expected: '0', passed: unexpected === 0 },
      ];
    } finally {
      client.close();
      await running.stop();
    }
  });
}

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { cheap, type Figure, kestrel, rowsOf, type Wish, withDatabase } from './ground.ts';
import { caller, product, signedIn } from './product.ts';

const atOnce = 16;

/** Sends the same change sixteen times at once under one key: it happens once, and everybody is told the same. */
export function duplicates({ rounds = 200, say }: Wish): Promise<Figure[]> {
  return withDatabase(cheap, async (own) => {
    const running = await product(own.settings);
    await running.start();
    const client = caller(running.port, kestrel.host);
    try {
      const { ownerUrl } = own.server();
      const token = await signedIn(client, kestrel.host, kestrel.admin);
      const [user] = await rowsOf<{ id: string; email: string }>(
        ownerUrl,
        `select u.id, u.email_id as email from users u join portal_hosts h on h.org_id = u.org_id
          where h.host = $1 and u.user_name not like '%.admin' order by u.id limit 1`,
        [kestrel.host],
      );
      let different = 0;
      let unexpected = 0;
      let later = 0;
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
        const answers = await Promise.all(Array.from({ length: atOnce }, () => change()));
        for (const [index, answer] of answers.entries()) {
          // whoever comes while the first is still at work is told so, and asks again
          for (let wait = 0; answers[index]!.status === 409 && wait < 100; wait += 1) {
            if (wait === 0) later += 1;
            await pause(5);
            answers[index] = await change();
          }
          if (answers[index]!.status !== 200 || (answer.status !== 200 && answer.status !== 409)) unexpected += 1;
        }
        different += new Set(answers.map(({ text }) => text)).size - 1;
        if ((round + 1) % 50 === 0) say(`${round + 1} of ${rounds} rounds`);
      }
      const effects = await rowsOf<{ word: string; times: number }>(
        ownerUrl,
        `select after ->> 'lastName' as word, count(*)::int as times from audit where action = 'user.updated' group by 1`,
      );
      const once = effects.filter(({ times }) => times === 1).length;
      const what = `one key ${atOnce} times at once, ${rounds} rounds`;
      return [
        {
          what: `${what}: changes made exactly once`,
          seen: `${once} of ${rounds}`,
          promised: 'all',
          kept: once === rounds && effects.length === rounds,
        },
        {
          what: `${what}: answers that differ`,
          seen: `${different}, ${later} asked again`,
          promised: '0',
          kept: different === 0,
        },
        { what: `${what}: other refusals`, seen: String(unexpected), promised: '0', kept: unexpected === 0 },
      ];
    } finally {
      client.close();
      await running.stop();
    }
  });
}

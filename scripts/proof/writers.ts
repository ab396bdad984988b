import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { kestrel, rowsOf } from './ground.ts';
import { type Answer, caller, signedIn, untilReady } from './product.ts';

/** What the writers have noted: every change they sent, and whether they were told that it is made. */
export type Journal = { readonly userId: string; readonly word: string; readonly acknowledged: boolean }[];

/** Sixteen people who change one user each, over and over, until told to stop. */
export type Writers = { readonly journal: Journal; readonly retried: () => number; stop(): Promise<void> };

/** The change as a form sends it: all its fields. */
type Form = Record<'firstName' | 'lastName' | 'emailId' | 'phoneNumber' | 'language' | 'timeZone' | 'country', string>;

/**
 * Starts sixteen writers. As in the browser every change carries a key, and one whose answer is lost is sent once more
 * under the same key: as soon as the product answers again.
 */
export async function writers(port: number, ownerUrl: string): Promise<Writers> {
  const forms = await rowsOf<Form & { id: string }>(
    ownerUrl,
    `select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email_id as "emailId", '' as "phoneNumber", 'en' as language,
            'Europe/London' as "timeZone", 'GB' as country
       from users u join portal_hosts h on h.org_id = u.org_id
      where h.host = $1 and u.user_name not like '%.admin' order by u.id limit 16`,
    [kestrel.host],
  );
  const client = caller(port, kestrel.host);
  const token = await signedIn(client, kestrel.host, kestrel.admin);
  const journal: Journal = [];
  let retried = 0;
  const writing = { on: true };
  const write = async ({ id, ...form }: Form & { id: string }) => {
    for (let turn = 0; writing.on; turn += 1) {
      const word = `Turn-${turn}`;
      const headers = { ...token, 'idempotency-key': randomUUID() };
      const once = () =>
        client
          .send({ path: `/user-management/users/${id}`, method: 'PUT', headers, body: { ...form, lastName: word } })
          .catch(() => undefined);
      let answer = await once();
      if (isUnsure(answer)) {
        retried += 1;
        await untilReady(port);
        answer = await once();
        // a change that is still being made is asked for once more
        for (let wait = 0; answer?.status === 409 && wait < 100; wait += 1) {
          await pause(50);
          answer = await once();
        }
      }
      if (answer && answer.status !== 200 && !isUnsure(answer))
        throw new Error(`A change was refused with ${answer.status}: ${answer.text}`);
      journal.push({ userId: id, word, acknowledged: answer?.status === 200 });
    }
  };
  const all = Promise.all(forms.map(write));
  all.catch(() => (writing.on = false));
  return {
    journal,
    retried: () => retried,
    async stop() {
      writing.on = false;
      await all;
      client.close();
    },
  };
}

const isUnsure = (answer: Answer | undefined) => !answer || answer.status >= 500;

/** Holds the journal against the tables: what was acknowledged and is not there, and what is there twice. */
export async function reconcile(
  journal: Journal,
  ownerUrl: string,
): Promise<{ lost: number; doubled: number; torn: number }> {
  const found = await rowsOf<{ entry: string; times: number }>(
    ownerUrl,
    `select entity_id || ' ' || (after ->> 'lastName') as entry, count(*)::int as times from audit where action = 'user.updated' group by 1`,
  );
  const times = new Map(found.map((row) => [row.entry, row.times]));
  const lost = journal.filter(
    ({ userId, word, acknowledged }) => acknowledged && !times.has(`${userId} ${word}`),
  ).length;
  const doubled = found.filter((row) => row.times > 1).length;
  const torn = await rowsOf(
    ownerUrl,
    `select from users u join lateral (
       select count(*) as changes, (array_agg(after ->> 'lastName' order by at desc, id desc))[1] as last from audit a
        where a.entity_id = u.id and action = 'user.updated') made on made.changes > 0
      where u.version <> 1 + made.changes or u.last_name <> made.last`,
  );
  return { lost, doubled, torn: torn.length };
}

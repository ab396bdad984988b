import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { kestrel, rowsOf } from './setup.ts';
import { type Client, type ProductResponse, createClient, signedIn, untilReady } from './product.ts';

/** Journal of the writers: every change sent, whether it was acknowledged, and when its response came (`performance.now()`). */
export type Journal = {
  readonly userId: string;
  readonly lastName: string;
  readonly acknowledged: boolean;
  readonly at: number;
}[];

/** Sixteen clients that each update one user until stopped. */
export type Writers = { readonly journal: Journal; readonly retried: () => number; stop(): Promise<void> };

/** The update as the form sends it, with all fields. */
type Form = Record<'firstName' | 'lastName' | 'emailId' | 'phoneNumber' | 'language' | 'timeZone' | 'country', string>;

/**
 * Starts sixteen writers. As in the browser, every change carries an idempotency key, and a change whose response is lost
 * is sent again with the same key as soon as the product is ready. `word` begins the names that they write.
 */
export async function writers(port: number, ownerUrl: string, word = 'Turn'): Promise<Writers> {
  const client = createClient(port, kestrel.host);
  const token = await signedIn(client, kestrel.host, kestrel.admin);
  const forms = await rowsOf<Form & { id: string }>(
    ownerUrl,
    `select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email_id as "emailId", '' as "phoneNumber", 'en' as language,
            'Europe/London' as "timeZone", 'GB' as country
       from users u where u.id = any ($1) and u.user_name not like '%.admin' order by u.id limit 16`,
    [await visibleUsers(client, token)],
  );
  const journal: Journal = [];
  let retried = 0;
  const state = { on: true };
  const write = async ({ id, ...form }: Form & { id: string }) => {
    for (let turn = 0; state.on; turn += 1) {
      const lastName = `${word}-${turn}`;
      const headers = { ...token, 'idempotency-key': randomUUID() };
      const sendOnce = () =>
        client
          .send({ path: `/user-management/users/${id}`, method: 'PUT', headers, body: { ...form, lastName } })
          .catch(() => undefined);
      let response = await sendOnce();
      if (needsRetry(response)) {
        retried += 1;
        await untilReady(port);
        response = await sendOnce();
        // 409: the first request with this key is still being processed
        for (let wait = 0; response?.status === 409 && wait < 100; wait += 1) {
          await delay(50);
          response = await sendOnce();
        }
      }
      if (response && response.status !== 200 && !needsRetry(response))
        throw new Error(`A change was rejected with ${response.status}: ${response.text}`);
      journal.push({ userId: id, lastName, acknowledged: response?.status === 200, at: performance.now() });
    }
  };
  const all = Promise.all(forms.map(write));
  all.catch(() => (state.on = false));
  return {
    journal,
    retried: () => retried,
    async stop() {
      state.on = false;
      await all;
      client.close();
    },
  };
}

/** The ids of users that the administrator may change; others of the organisation are service accounts or deleted. */
async function visibleUsers({ send }: Client, headers: Record<string, string>): Promise<string[]> {
  const { text } = await send({ path: '/user-management/users?size=100', headers });
  return (JSON.parse(text) as { result: { id: string }[] }).result.map(({ id }) => id);
}

const needsRetry = (response: ProductResponse | undefined) => !response || response.status >= 500;

/** Compares the journal with the tables: acknowledged changes that are missing, changes applied twice, and users that differ from their audit entries. */
export async function reconcile(
  journal: Journal,
  ownerUrl: string,
): Promise<{ lost: number; duplicated: number; inconsistent: number }> {
  const entries = await rowsOf<{ entry: string; times: number }>(
    ownerUrl,
    `select entity_id || ' ' || (after ->> 'lastName') as entry, count(*)::int as times from audit where action = 'user.updated' group by 1`,
  );
  const times = new Map(entries.map((row) => [row.entry, row.times]));
  const lost = journal.filter(
    ({ userId, lastName, acknowledged }) => acknowledged && !times.has(`${userId} ${lastName}`),
  ).length;
  const duplicated = entries.filter((row) => row.times > 1).length;
  const inconsistent = await rowsOf(
    ownerUrl,
    `select from users u join lateral (
       select count(*) as changes, (array_agg(after ->> 'lastName' order by at desc, id desc))[1] as last from audit a
        where a.entity_id = u.id and action = 'user.updated') audited on audited.changes > 0
      where u.version <> 1 + audited.changes or u.last_name <> audited.last`,
  );
  return { lost, duplicated, inconsistent: inconsistent.length };
}

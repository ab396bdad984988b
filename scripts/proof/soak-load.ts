import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { csvLine } from '@storeward/contract/csv';
import { type ImportRun, isInProgress } from '@storeward/contract/imports';
import { type Client, createClient, type ProductRequest, type Running, signedIn, signIn } from './product.ts';
import { type Figure, kestrel, rowsOf } from './setup.ts';
import { unfinishedRun } from './unfinished-run.ts';

type Headers = Record<string, string>;

/** One browser: its connections, and its open sessions, the newest last. */
type Visitor = { readonly client: Client; readonly sessions: Headers[] };

/** Ids and codes of the demo data that the requests are about. */
type Subjects = {
  readonly organisation: string;
  readonly users: readonly Record<'id' | 'firstName' | 'emailId', string>[];
  readonly stores: readonly Record<'id' | 'code', string>[];
};

/** Sends a request and counts its status; any status but the expected one, which is 200, counts as unexpected. */
type Send = (request: ProductRequest, status?: number) => Promise<string>;

/** What an action may use; `number` is that of the round of actions. */
type Turn = Subjects & {
  readonly number: number;
  readonly send: Send;
  readonly visitor: Visitor;
  readonly admin: Headers;
  readonly clerk: Headers;
};

type Action = (turn: Turn) => Promise<unknown>;

/** A load of requests of one kind after the other, each sent by the next of a few clients. */
export type Load = {
  send(tick: number): void;
  /** Waits for the responses of all requests. */
  end(): Promise<void>;
  close(): void;
  summary(): string;
  figures(): Figure[];
};

const visitorCount = 5;
/** Sessions of each client that are open at once. */
const openSessions = 2;

const read =
  (pathOf: (turn: Turn) => string): Action =>
  (turn) =>
    turn.send({ path: pathOf(turn), headers: turn.admin });
const refused =
  (status: number, path: string, headersOf = ({ admin }: Turn) => admin): Action =>
  (turn) =>
    turn.send({ path, headers: headersOf(turn) }, status);
const oneOf = <T>(values: readonly T[], number: number): T => values[number % values.length]!;
const write = ({ admin }: Turn, method: string, path: string, body: unknown): ProductRequest => ({
  path,
  method,
  headers: { ...admin, 'idempotency-key': randomUUID() },
  body,
});
const basket = ({ organisation }: Turn) => `/node-management/node/${organisation}/settings/ebasketDisplay`;

const actions: readonly Action[] = [
  read(({ number }) => `/user-management/users?size=25&page=${number % 4}`),
  read(({ number }) => `/user-management/users?size=25&search=${oneOf(['ma', 'smith', 'store', 'zz'], number)}`),
  read(({ users, number }) => `/user-management/users/${oneOf(users, number).id}`),
  (turn) => {
    const { id, firstName, emailId } = oneOf(turn.users, turn.number);
    const regional = { language: 'en', timeZone: 'Europe/London', country: 'GB' };
    const body = { firstName, lastName: `Soak-${turn.number}`, emailId, phoneNumber: '', ...regional };
    return turn.send(write(turn, 'PUT', `/user-management/users/${id}`, body));
  },
  read(({ organisation }) => `/node-management/node/${organisation}`),
  read(({ organisation, number }) => `/node-management/node/${organisation}/children?size=25&page=${number % 2}`),
  read(({ number }) => `/node-management/node/search?search=${oneOf(['leeds', 'mall', 'kestrel'], number)}`),
  read(basket),
  (turn) => {
    const displayName = { value: `Basket ${turn.number}`, mode: 'free' };
    return turn.send(write(turn, 'PUT', basket(turn), { fields: { displayName } }));
  },
  read(({ stores, number }) => `/node-management/node/${oneOf(stores, number).id}/configuration`),
  read(() => '/user-management/user-export?size=100'),
  // a user downloads one file at a time
  read((turn) => (turn.number % 2 === 0 ? '/audit/export?format=csv&entity=role' : `${basket(turn)}/export`)),
  read(({ number }) => `/product-management/products?size=25&page=${number % 10}`),
  read(() => '/audit?size=25'),
  refused(403, '/audit?size=25', ({ clerk }) => clerk),
  refused(400, '/user-management/users?size=0'),
  refused(404, `/user-management/users/${randomUUID()}`),
  signInAgain,
  smallImport,
];

/** A client signs in again, and its oldest session is ended, which no request uses any more. */
async function signInAgain({ visitor: { sessions }, send }: Turn): Promise<void> {
  const text = await send(signIn(kestrel.host, kestrel.admin));
  const { result } = JSON.parse(text) as { result: { accessToken: string } };
  sessions.push({ authorization: `Bearer ${result.accessToken}` });
  if (sessions.length <= openSessions) return;
  await send({ path: '/user-management/logout', method: 'POST', headers: sessions.shift()!, body: {} });
}

/** Changes ten stores by a file. */
async function smallImport(turn: Turn): Promise<void> {
  const path = '/node-management/imports';
  const rows = turn.stores.map(({ code }) => csvLine([code, `${turn.number} High Street`]));
  const result = async (more: ProductRequest) => (JSON.parse(await turn.send(more)) as { result: ImportRun }).result;
  const finished = async ({ id }: ImportRun) => {
    while (isInProgress((await result({ path: `${path}/${id}`, headers: turn.admin })).state)) await delay(200);
  };
  const run = await result({
    path: `${path}?fileName=stores.csv`,
    method: 'POST',
    headers: { ...turn.admin, 'content-type': 'text/csv' },
    body: Buffer.from(csvLine(['code', 'street']) + rows.join('')),
  });
  await finished(run);
  await finished(await result(write(turn, 'PUT', `${path}/${run.id}/start`, {})));
}

/** Opens an event stream and closes it after its first message. */
const eventStream =
  (port: number, path: string, countStatus: (status: number) => void): Action =>
  async ({ admin }) => {
    const headers = { ...admin, host: kestrel.host, accept: 'text/event-stream' };
    const outgoing = request({ host: '127.0.0.1', port, path, headers }).end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    countStatus(response.statusCode!);
    await once(response, 'data');
    outgoing.destroy();
    if (response.statusCode !== 200) throw new Error(`event stream ${response.statusCode}`);
  };

/** Signs a few clients in, and returns the load that they make. */
export async function mixedLoad({
  port,
  client,
  ownerUrl,
}: Omit<Running, 'running'> & { port: number }): Promise<Load> {
  const headers = await signedIn(client, kestrel.host, kestrel.admin);
  const subjects = await subjectsOf(client, headers, ownerUrl);
  const clerk = await signedIn(client, kestrel.host, 'store.user@kestrelsports.com');
  const stream = await unfinishedRun(ownerUrl, subjects.organisation);
  const visitors: Visitor[] = [];
  for (let number = 0; number < visitorCount; number += 1) {
    const own = createClient(port, kestrel.host, 6);
    visitors.push({ client: own, sessions: [await signedIn(own, kestrel.host, kestrel.admin)] });
  }
  const statuses = new Map<string, number>();
  const unexpected = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const countStatus = (status: number) => count(statuses, String(status));
  const all = [...actions, eventStream(port, stream.path, countStatus)];
  const open = new Set<Promise<unknown>>();
  const text = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([key, times]) => `${key}: ${times}`).join(', ') || 'none';

  const sender =
    (from: Client): Send =>
    async (sent, expected = 200) => {
      const response = await from.send(sent);
      countStatus(response.status);
      if (response.status === expected) return response.text;
      throw new Error(`${sent.method ?? 'GET'} ${sent.path.split('?', 1)[0]} ${response.status} ${response.text}`);
    };
  return {
    send(tick) {
      const visitor = oneOf(visitors, tick);
      const turn = {
        ...subjects,
        number: Math.floor(tick / all.length),
        visitor,
        send: sender(visitor.client),
        admin: visitor.sessions.at(-1)!,
      };
      const action = oneOf(
        all,
        tick,
      )({ ...turn, clerk }).catch((error: Error) => count(unexpected, error.message.slice(0, 200)));
      open.add(action);
      void action.finally(() => open.delete(action));
    },
    async end() {
      await Promise.all(open);
      await stream.end();
    },
    close: () => visitors.forEach((visitor) => visitor.client.close()),
    summary: () => `${text(statuses)}; unexpected ${text(unexpected)}`,
    figures() {
      const requests = [...statuses.values()].reduce((sum, times) => sum + times, 0);
      const errors = [...statuses].filter(([status]) => status.startsWith('5'));
      return [
        {
          label: `${requests.toLocaleString('en')} requests: responses with an error of the server`,
          measured: `${errors.reduce((sum, [, times]) => sum + times, 0)} (${text(statuses)})`,
          expected: '0',
          passed: errors.length === 0 && requests > 0,
        },
        {
          label: 'requests with another outcome than expected, or none',
          measured: unexpected.size === 0 ? '0' : text(unexpected),
          expected: '0',
          passed: unexpected.size === 0,
        },
      ];
    },
  };
}

/** Users without an administrator's rights, who are not among those that sign in, and stores. */
async function subjectsOf(client: Client, headers: Headers, ownerUrl: string): Promise<Subjects> {
  const { text } = await client.send({ path: '/user-management/users?size=100', headers });
  const visible = (JSON.parse(text) as { result: { id: string }[] }).result.map(({ id }) => id);
  const [organisation] = await rowsOf<{ id: string }>(
    ownerUrl,
    'select org_id as id from portal_hosts where host = $1',
    [kestrel.host],
  );
  const users = await rowsOf<Subjects['users'][number]>(
    ownerUrl,
    `select u.id, u.first_name as "firstName", u.email_id as "emailId" from users u
      where u.id = any ($1) and u.user_name !~ '[.](admin|manager|user)$' order by u.id limit 20`,
    [visible],
  );
  const stores = await rowsOf<Subjects['stores'][number]>(
    ownerUrl,
    `select n.id, n.code from nodes n join nodes c on c.org_id = n.org_id and c.name = 'Kestrel UK'
        and starts_with(n.tpath, c.tpath)
      where n.org_id = $1 and n.node_type = 'STORE' and n.status and n.deleted_date is null and n.region = '{}'
      order by n.id limit 10`,
    [organisation!.id],
  );
  return { organisation: organisation!.id, users, stores };
}

import { type Client, ApiError, type Connection, createClient, endpoints } from '@storeward/client';
import { fetchLocalNames } from '@storeward/client/local-names';
import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { base64, createNode, createUser, password, platformNode } from '../../api/test/builders.ts';
import { endpointGroups } from '../../api/test/endpoint-groups.ts';
import { createRetailer, type Retailer } from '../../api/test/retailer.ts';
import { startTestServer } from '../../api/test/server.ts';

const server = await startTestServer();
let retailer: Retailer;
let url: string;
let client: Client;
/** The requests of `connect` clients with their idempotency keys. */
let sent: { method: string; key: string | null }[] = [];

beforeAll(async () => {
  retailer = await createRetailer(server);
  const address = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
  url = `http://${retailer.org.host}:${address.port}`;
  const { accessToken } = await signIn();
  client = createClient({ url, key: accessToken, fetch: fetchLocalNames });
});

async function signIn() {
  const { userName, host } = retailer.admin.user;
  return createClient({ url, fetch: fetchLocalNames }).sessions.login({
    body: { username: base64(userName), password: base64(password), domainName: base64(host) },
  });
}

/** A client whose requests pass through `transport`. */
function connect(transport: (send: () => Promise<Response>, attempt: number) => Promise<Response>): Client {
  sent = [];
  const fetcher: Connection['fetch'] = (address, init) => {
    const { method, headers } = new Request(address, init);
    sent.push({ method, key: headers.get('idempotency-key') });
    return transport(() => fetchLocalNames(address, init), sent.length);
  };
  return createClient({ url, key: retailer.admin.token, fetch: fetcher });
}

const refused = (status: number, messageCode: string, headers = {}) =>
  Response.json({ message: '', messageCode, status }, { status, headers });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  );
const newUser = (userName: string) => ({
  firstName: 'Priya',
  lastName: 'Shah',
  emailId: `${userName}@mail.example`,
  userName,
  language: 'en' as const,
  timeZone: 'Europe/London',
  rootNodeId: retailer.store.id,
  userRole: [{ id: retailer.admin.user.roleId! }],
});

test('the client has every group of endpoints of the server', () => {
  expect(endpoints).toEqual(endpointGroups);
});

test('a session begun by a program is accepted from the same program', async () => {
  const { result } = await client.users.list({ query: { search: retailer.admin.user.userName } });
  expect(result.map(({ id }) => id)).toEqual([retailer.admin.user.id]);
  expectTypeOf(result[0]!.status).toEqualTypeOf<boolean>();
});

test('the fetch of Node is no browser', async () => {
  // the host of the platform is a name that every system resolves
  const global = createClient({ url: url.replace(retailer.org.host, 'localhost') });
  const operator = await createUser(server, { node: platformNode });
  const { accessToken } = await global.sessions.login({
    body: { username: base64(operator.userName), password: base64(password), domainName: base64('localhost') },
  });
  const signedIn = createClient({ url: url.replace(retailer.org.host, 'localhost'), key: accessToken });
  expect((await signedIn.organisations.list()).result.map(({ name }) => name)).toContain(retailer.org.name);
});

test('parts of an input whose properties are all optional may be left out', async () => {
  expect((await client.users.list()).total).toBeGreaterThan(0);
  expect((await client.nodes.get({ params: { id: retailer.store.id } })).name).toBe('Leeds');
});

test('the key is asked for before each request', async () => {
  const keys = ['expired', retailer.admin.token];
  const renewing = createClient({ url, key: async () => keys.shift(), fetch: fetchLocalNames });
  expect(await failure(renewing.users.list())).toMatchObject({ status: 401, code: 'session.expired' });
  expect((await renewing.users.list()).total).toBeGreaterThan(0);
});

test.each(['http://portal.example.com', 'ftp://localhost', 'http://localhost.example.com'])(
  'a key is not sent to %s',
  (address) => {
    expect(() => createClient({ url: address, key: 'swd_secret' })).toThrow(TypeError);
  },
);

describe('lists', () => {
  test('rows visits each row of all pages once', async () => {
    for (let index = 0; index < 12; index += 1) await createUser(server, { node: retailer.other, rights: null });
    const seen: string[] = [];
    const query = { node: retailer.other.id, size: 5 };
    for await (const { userName } of client.rows(endpoints.users.list, { query })) seen.push(userName);
    expect(seen).toHaveLength(12);
    expect(new Set(seen).size).toBe(12);
  });

  test('pages requests the next page only when it is needed', async () => {
    const counting = connect((send) => send());
    for await (const { result, total } of counting.pages(endpoints.users.list, { query: { size: 5 } })) {
      expect([result.length, total > 5]).toEqual([5, true]);
      break;
    }
    expect(sent).toHaveLength(1);
  });

  test('a list without rows has one empty page', async () => {
    const sizes: number[] = [];
    for await (const { result } of client.pages(endpoints.users.list, { query: { search: 'nobody-at-all' } }))
      sizes.push(result.length);
    expect(sizes).toEqual([0]);
  });
});

describe('errors', () => {
  test('an error has its status, code and request id', async () => {
    const error = await failure(client.users.get({ params: { id: retailer.store.id } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 404, code: 'user.unknown', requestId: expect.stringMatching(/^[\w-]{36}$/) });
  });

  test('an error names the fields that were not accepted', async () => {
    const { fields } = (await failure(client.users.create({ body: { ...newUser('wrong'), emailId: 'no' } })))!;
    expect(fields).toEqual([{ path: 'emailId', code: 'field.email', message: expect.any(String) }]);
  });

  test('a change of an earlier version gets the record as it is now', async () => {
    const { store } = retailer;
    const node = await client.nodes.get({ params: { id: store.id } });
    const change = { params: { id: store.id }, body: { status: true }, version: node.version + 7 };
    expect(await failure(client.nodes.setStatus(change))).toMatchObject({
      status: 412,
      code: 'record.stale',
      current: { name: 'Leeds', version: node.version },
    });
  });

  test('a request without a response has the code network', async () => {
    const broken = connect(() => Promise.reject(new TypeError('connection reset')));
    expect(await failure(broken.users.list())).toMatchObject({ status: 0, code: 'network' });
    expect(sent).toHaveLength(3);
  });
});

describe('repeats', () => {
  test('a change whose response was lost is made once', async () => {
    const losing = connect(async (send, attempt) => {
      const response = await send();
      if (attempt === 1) throw new TypeError('connection reset');
      return response;
    });
    const created = await losing.users.create({ body: newUser('once') });
    expect(sent).toEqual([
      { method: 'POST', key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { method: 'POST', key: sent[0]!.key },
    ]);
    const { result } = await client.users.list({ query: { search: 'once' } });
    expect(result.map(({ id }) => id)).toEqual([created.id]);
  });

  test('the key of a change can be chosen, so that a later process repeats it', async () => {
    const create = () => client.users.create({ body: newUser('later') }, { idempotencyKey: 'import-2026-11-26-row-7' });
    expect((await create()).id).toBe((await create()).id);
  });

  test.each([429, 503])('a read is repeated after status %i, as late as the server asks', async (status) => {
    const busy = connect(async (send, attempt) =>
      attempt === 1 ? refused(status, 'service.busy', { 'retry-after': '0' }) : send(),
    );
    expect((await busy.users.list()).total).toBeGreaterThan(0);
    expect(sent).toHaveLength(2);
  });

  test('a read that should wait longer than the longest wait is not repeated', async () => {
    const busy = connect(async () => refused(429, 'request.tooMany', { 'retry-after': '3600' }));
    expect(await failure(busy.users.list())).toMatchObject({ code: 'request.tooMany', retryAfter: 3600 });
    expect(sent).toHaveLength(1);
  });

  test.each([400, 429, 503])('a change is not repeated after status %i', async (status) => {
    const busy = connect(async () => refused(status, 'service.busy', { 'retry-after': '0' }));
    expect(await failure(busy.users.create({ body: newUser('never') }))).toMatchObject({ status });
    expect(sent).toHaveLength(1);
  });

  test('a change whose answer the server does not keep is not repeated', async () => {
    const broken = connect(() => Promise.reject(new TypeError('connection reset')));
    const body = { username: '', password: '', domainName: '' };
    expect(await failure(broken.sessions.login({ body }))).toMatchObject({ code: 'network' });
    expect(sent).toEqual([{ method: 'POST', key: null }]);
  });

  test('a call that is cancelled ends at once', async () => {
    const controller = new AbortController();
    const broken = connect(async () => {
      controller.abort(new Error('cancelled'));
      throw new TypeError('connection reset');
    });
    await expect(broken.users.list({}, { signal: controller.signal })).rejects.toThrow();
    expect(sent).toHaveLength(1);
  });
});

test('follow yields a run until its last state, and open streams a file', async () => {
  const name = 'York Coppergate';
  const parent = await createNode(server, { parent: retailer.org, nodeType: 'COMPANY', code: 'FOLLOWED' });
  const csv = `nodeType,parentCode,code,name\nSTORE,FOLLOWED,YC-1,${name}\n`;
  const run = await client.nodeImports.create({ file: new File([csv], 'stores.csv', { type: 'text/csv' }) });
  const states: string[] = [];
  for await (const { state } of client.follow(endpoints.nodeImports.get, { params: { id: run.id } }))
    states.push(state);
  expect(states.at(-1)).toBe('ready');

  const query = { format: 'csv' as const, entityId: parent.id };
  const file = await client.open(endpoints.audit.export, { query });
  expect(await file.text()).toMatch(/^at,action,entity.*End of the file: 0 entries\r?\n$/s);
});

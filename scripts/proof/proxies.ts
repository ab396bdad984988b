import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { type ProductRequest, signIn } from './product.ts';
import { type Proxy, startCaddy, startNginx } from './proxy.ts';
import { type Figure, kestrel, type ProofOptions, rowsOf } from './setup.ts';
import { withStack } from './stack.ts';
import { unfinishedRun } from './unfinished-run.ts';

const bramble = 'bramble.localhost';
const hosts = [kestrel.host, bramble];
/** Another address of this machine, of the clients, so that it differs from the proxy's. */
const clientAddress = '127.0.0.2';
const uploadBytes = 8 * 1024 * 1024;

/** The files of `deploy/` for nginx and Caddy with TLS: what reaches a process, and what comes back from it. */
export function proxies({ log }: ProofOptions): Promise<Figure[]> {
  return withStack(async (stack) => {
    await stack.seed();
    const settings = stack.settings(stack.cluster.url('portal'));
    const process = await stack.addProduct({
      ...settings,
      ENVIRONMENT: 'production',
      DEMO_DATA: 'on',
      UPLOADS_BY_USER: '1',
    });
    await process.start();
    const { onEnd, nextFolder } = stack;
    const started = {
      nginx: await startNginx(nextFolder('nginx'), [process.port, process.port], { onEnd, hosts }),
      Caddy: await startCaddy(nextFolder('caddy'), process.port, { onEnd, hosts }),
    };
    const figures: Figure[] = [];
    for (const [name, proxy] of Object.entries(started)) {
      log(name);
      const checks = await checksOf(proxy, stack.cluster.url('postgres'));
      figures.push(...checks.map((figure) => ({ ...figure, label: `${name}: ${figure.label}` })));
    }
    return figures;
  });
}

async function checksOf(proxy: Proxy, ownerUrl: string): Promise<Figure[]> {
  const client = tlsClient(proxy);
  const session = await client.send(kestrel.host, {
    ...signIn(kestrel.host, kestrel.admin),
    headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' },
  });
  const [signedInFrom] = await rowsOf<{ address: string }>(
    ownerUrl,
    `select a.address from audit a join portal_hosts h on h.org_id = a.org_id and h.host = $1
      where a.action = 'session.began' order by a.at desc limit 1`,
    [kestrel.host],
  );
  const { accessToken } = (JSON.parse(session.text) as { result: { accessToken: string } }).result;
  const headers = { authorization: `Bearer ${accessToken}` };
  const portals = await Promise.all(hosts.map((host) => client.send(host, { path: '/node-management/domain' })));
  return [
    check('a sign-in over TLS', `${session.status}`, '200'),
    check('address of the client, who claims another', signedInFrom?.address ?? 'none', clientAddress),
    check('organisations by their hosts', `${new Set(portals.map(({ text }) => text)).size}`, '2'),
    check('an upload is passed on', await receivedEarly(client, headers), 'as it arrives'),
    check('a body of more than 2 GB', `${(await client.begin(kestrel.host, oversized(headers))).statusCode}`, '413'),
    check('an event stream', await eventsOf(client, { headers, ownerUrl }), 'an event while it is open, then its end'),
  ];
}

const check = (label: string, measured: string, expected: string): Figure => ({
  label,
  measured,
  expected,
  passed: measured === expected,
});

const importPath = '/node-management/imports?fileName=stores.csv';

const oversized = (headers: Record<string, string>): ProductRequest => ({
  path: importPath,
  method: 'POST',
  headers: { ...headers, 'content-type': 'text/csv', 'content-length': String(3 * 1024 ** 3) },
});

type TlsClient = ReturnType<typeof tlsClient>;

/** A client that trusts the proxy's own certificate. */
function tlsClient({ port, ca }: Proxy) {
  const open = (host: string, { path, method = 'GET', headers = {} }: ProductRequest) =>
    httpsRequest({
      host: '127.0.0.1',
      port,
      path,
      method,
      ca,
      servername: host,
      localAddress: clientAddress,
      agent: false,
      headers: { host: `${host}:${port}`, ...headers },
    });
  return {
    open,
    /** Sends the head of a request, and resolves to the response to it. */
    begin: (host: string, request: ProductRequest) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = open(host, request);
        outgoing.on('response', resolve).on('error', reject).flushHeaders();
      }),
    send: (host: string, request: ProductRequest) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        const content = request.body === undefined ? undefined : JSON.stringify(request.body);
        const headers = { ...(content ? { 'content-type': 'application/json' } : {}), ...request.headers };
        const outgoing = open(host, { ...request, headers });
        outgoing
          .on('response', (response) => {
            let text = '';
            response.setEncoding('utf8').on('data', (part: string) => (text += part));
            response.on('end', () => resolve({ status: response.statusCode ?? 0, text })).on('error', reject);
          })
          .on('error', reject)
          .end(content);
      }),
  };
}

/** Sends half of a file; a process that has begun to receive it refuses a second one of the same user. */
async function receivedEarly(client: TlsClient, headers: Record<string, string>): Promise<string> {
  const file = { path: importPath, method: 'POST', headers: { ...headers, 'content-type': 'text/csv' } };
  const length = { 'content-length': String(uploadBytes) };
  const upload = client.open(kestrel.host, { ...file, headers: { ...file.headers, ...length } });
  upload.on('error', () => undefined).write(Buffer.alloc(uploadBytes / 2, 'a,b,c\n'));
  let found = 'at its end';
  for (let attempt = 0; attempt < 50 && found === 'at its end'; attempt += 1) {
    await delay(100);
    const { text } = await client.send(kestrel.host, { ...file, body: 'a,b' });
    if (text.includes('upload.tooMany')) found = 'as it arrives';
  }
  upload.destroy();
  return found;
}

/** Reads the event stream of a bulk change, which is ended once the first event has arrived. */
async function eventsOf(
  client: TlsClient,
  { headers, ownerUrl }: { headers: Record<string, string>; ownerUrl: string },
): Promise<string> {
  const [org] = await rowsOf<{ id: string }>(ownerUrl, 'select org_id as id from portal_hosts where host = $1', [
    kestrel.host,
  ]);
  const run = await unfinishedRun(ownerUrl, org!.id);
  const response = await client.begin(kestrel.host, {
    path: run.path,
    headers: { ...headers, accept: 'text/event-stream', 'accept-encoding': 'gzip, zstd' },
  });
  const first = await Promise.race([
    new Promise((resolve) => response.once('data', resolve)).then(() => 'an event while it is open'),
    delay(10_000).then(() => 'nothing in ten seconds'),
  ]);
  await run.end();
  if (response.readableEnded) return `${first}, then its end`;
  const ended = new Promise((resolve) => response.resume().once('end', resolve)).then(() => 'its end');
  return `${first}, then ${await Promise.race([ended, delay(20_000).then(() => 'nothing in twenty seconds')])}`;
}

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { startS3Server } from '../../test/s3-server.ts';
import { startTestServer } from '../../test/server.ts';
import { openDatabase } from '../platform/database/db.ts';
import { readEnvironment } from '../platform/environment/environment.ts';
import { createServer } from '../platform/http/server.ts';
import { anchoring } from './anchors.ts';
import { recordTargets } from './record-targets.ts';
import { recordSigner } from './signed-records.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'storeward-records-'));
const bucket = await startS3Server();
const url = { status: 200, received: '' };
const receiver = createHttpServer((request, response) => void receive(request, response));
await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
const testServer = await startTestServer();
const database = openDatabase({ connectionString: testServer.appUrl }, { connections: 2 });
const server = createServer();
afterAll(async () => {
  receiver.close();
  await server.close();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const lines = await text(request);
  if (url.status === 200) url.received += lines;
  response.writeHead(url.status).end();
}

const signer = recordSigner(new Uint8Array(32).fill(1));
const anchor = (position: number) =>
  signer.signed({ type: 'anchor', orgId: 'one', position, hash: '00', at: '2026-11-20T00:00:00.000Z' });
const positions = (lines: string) =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { position: number }).position);
const inBucket = () =>
  [...bucket.objects]
    .filter(([name]) => name.startsWith('audit/'))
    .flatMap(([, { bytes }]) => positions(bytes.toString()))
    .sort((one, other) => one - other);
const received = () => ({ bucket: inBucket(), url: positions(url.received) });

test('signed records reach the bucket and the URL; a target that fails gets them later, and holds up no other', async () => {
  const { write } = recordTargets({
    environment: {
      ...readEnvironment({}),
      dataDir,
      s3Endpoint: bucket.access.endpoint,
      s3Region: bucket.access.region,
      s3Bucket: bucket.access.bucket,
      s3AccessKeyId: bucket.access.accessKeyId,
      s3SecretAccessKey: bucket.access.secretAccessKey,
      auditAnchorBucket: true,
      auditAnchorUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/records`,
    },
    server,
  });
  await write([anchor(1)]);
  expect(received()).toEqual({ bucket: [1], url: [1] });
  bucket.fail(503);
  await expect(write([anchor(2)])).rejects.toThrow();
  expect(received()).toEqual({ bucket: [1], url: [1, 2] });
  bucket.fail(undefined);
  url.status = 500;
  await expect(write([anchor(3)])).rejects.toThrow('AUDIT_ANCHOR_URL answered 500');
  expect(received()).toEqual({ bucket: [1, 2, 3], url: [1, 2] });
  url.status = 200;
  await write([]);
  expect(received()).toEqual({ bucket: [1, 2, 3], url: [1, 2, 3] });
});

test('a folder that cannot be written gets its records later, and holds up no other target', async () => {
  const folder = join(dataDir, 'full');
  writeFileSync(folder, 'not a folder');
  const auditAnchorUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/records`;
  const { write } = recordTargets({ environment: { ...readEnvironment({}), dataDir: folder, auditAnchorUrl }, server });
  url.received = '';
  await expect(write([anchor(4)])).rejects.toThrow();
  expect(positions(url.received)).toEqual([4]);
  rmSync(folder);
  await write([anchor(5)]);
  const [name] = readdirSync(join(folder, 'audit'));
  expect(positions(readFileSync(join(folder, 'audit', name!), 'utf8'))).toEqual([4, 5]);
  expect(positions(url.received)).toEqual([4, 5]);
});

test('records that are written at the same time reach each target once', async () => {
  const folder = join(dataDir, 'both');
  const { write, files } = recordTargets({ environment: { ...readEnvironment({}), dataDir: folder }, server });
  await Promise.all([write([anchor(6)]), write([anchor(7)])]);
  const stored: unknown[] = [];
  for await (const record of files.all()) stored.push('position' in record && record.position);
  expect(stored).toEqual([6, 7]);
});

test('a target that is added later gets the public keys, also if it fails at first', async () => {
  const auditAnchorUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/records`;
  const environment = { ...readEnvironment({}), dataDir: join(dataDir, 'later') };
  const signers = [signer] as const;
  await anchoring({ database, targets: recordTargets({ environment, server }), signers })();
  Object.assign(url, { received: '', status: 500 });
  const targets = recordTargets({ environment: { ...environment, auditAnchorUrl }, server });
  const anchorAll = anchoring({ database, targets, signers });
  await expect(anchorAll()).rejects.toThrow('AUDIT_ANCHOR_URL answered 500');
  url.status = 200;
  await anchorAll();
  expect(url.received).toContain(signer.keyId);
});

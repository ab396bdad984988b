import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { sendRequest, startProduct, stopAllProducts } from '../../test/product.ts';
import { waitOptions } from '../../test/webhooks.ts';

type SentSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
};
type Batch = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SentSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
};

const folder = mkdtempSync(join(tmpdir(), 'storeward-traces-'));
const paths = new Set<string>();
const batches: Batch[] = [];
const collector = createServer((request, response) => {
  paths.add(request.url!);
  let text = '';
  request.setEncoding('utf8').on('data', (part: string) => (text += part));
  request.on('end', () => {
    batches.push(JSON.parse(text) as Batch);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

afterEach(stopAllProducts);
afterAll(() => {
  collector.close();
  rmSync(folder, { recursive: true });
});

const spans = () =>
  batches.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
const valueOf = (attributes: SentSpan['attributes'], name: string) =>
  attributes.find(({ key }) => key === name)?.value.stringValue;

test('a request, its statements and the polls of workers are sent to the collector as spans without any value of a request', async () => {
  const settings = {
    DATA_DIR: folder,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_SERVICE_NAME: 'back-office',
  };
  const port = await startProduct(settings).ready;
  const traceId = 'a'.repeat(32);
  const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`;
  const path = '/user-management/validate-reset-token/secret-of-a-link';
  const response = await fetch(`http://127.0.0.1:${port}${path}?word=hidden`, { headers: { traceparent } });
  const find = (test: (span: SentSpan) => boolean) =>
    vi.waitFor(() => {
      const span = spans().find(test);
      expect(span).toBeDefined();
      return span!;
    }, waitOptions);

  const request = await find(
    ({ name, traceId: id }) => id === traceId && name === 'GET /user-management/validate-reset-token/:token',
  );
  expect(request.parentSpanId).toBe('b'.repeat(16));
  expect(valueOf(request.attributes, 'storeward.request.id')).toBe(response.headers.get('x-request-id'));
  const statement = await find(({ parentSpanId }) => parentSpanId === request.spanId);
  expect([statement.name, valueOf(statement.attributes, 'db.system.name')]).toEqual(['select', 'postgresql']);
  const job = await find(({ name }) => name === 'job mails');
  await find(({ parentSpanId }) => parentSpanId === job.spanId);

  expect(paths).toEqual(new Set(['/v1/traces']));
  const [{ resource }] = batches[0]!.resourceSpans as [Batch['resourceSpans'][number]];
  expect(valueOf(resource.attributes, 'service.name')).toBe('back-office');
  const everything = JSON.stringify(batches);
  for (const secret of ['secret-of-a-link', 'hidden', process.execPath]) expect(everything).not.toContain(secret);
});

test('a collector that is not there is named in the log, and hinders neither requests nor the end', async () => {
  const product = startProduct({
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9/v1/traces',
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  const port = await product.ready;
  const { status } = await sendRequest({ port, host: 'localhost', path: '/health/ready' });
  expect(status).toBe(200);
  await vi.waitFor(() => expect(product.output()).toContain('traces could not be sent'), waitOptions);
  product.child.kill('SIGTERM');
  expect(await product.ended).toBe(0);
});

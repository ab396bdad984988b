import {
  type Attributes,
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import {
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorCodeOf } from '../platform/http/server.ts';
import { routeTemplate } from '../platform/http/route-template.ts';
import { type Operation, setTracer } from '../platform/tracing.ts';
import { version } from '../platform/version.ts';

/** Milliseconds that the end of the process waits for a collector. */
const flushTimeout = 3_000;

/**
 * Records a span for each request, each statement within it and each poll of a worker, until the server closes. The address,
 * headers and sampling are the `OTEL_*` variables of the specification. Attributes have no value of a request: routes and
 * statements are templates.
 */
export function startTracing(server: FastifyInstance): void {
  const silent = () => undefined;
  const logger = { error: (text: string) => server.log.warn({ text }, 'traces could not be sent') };
  diag.setLogger({ ...logger, warn: silent, info: silent, debug: silent, verbose: silent }, DiagLogLevel.ERROR);
  const sdk = new NodeSDK({
    resource: resourceFromAttributes({ 'service.name': 'storeward', 'service.version': version }),
    resourceDetectors: [resourceAttributesEnvDetector, serviceNameEnvDetector],
    // only traces: metrics are read from /metrics, and the log is written to the standard output
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [],
  });
  sdk.start();
  traceRequests(server);
  setTracer(runInSpan);
  server.addHook('onClose', async () => {
    setTracer(undefined);
    const timeout = new Promise((resolve) => void setTimeout(resolve, flushTimeout).unref());
    await Promise.race([sdk.shutdown().catch(() => undefined), timeout]);
  });
}

const tracer = trace.getTracer('storeward', version);

function traceRequests(server: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  server.addHook('onRequest', (request, _reply, done) => {
    const route = routeTemplate(request);
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'storeward.request.id': request.id,
    };
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    spans.set(request, span);
    context.with(trace.setSpan(parent, span), done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    const code = errorCodeOf(reply);
    span?.setAttributes({ 'http.response.status_code': reply.statusCode, ...(code && { 'error.type': code }) });
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}

/** A statement outside a request or job, such as one at the start, gets no span. */
async function runInSpan<T>(operation: Operation, run: () => Promise<T>): Promise<T> {
  if (operation.kind === 'statement' && !trace.getActiveSpan()) return run();
  return tracer.startActiveSpan(
    nameOf(operation),
    { kind: kindOf(operation), attributes: attributesOf(operation) },
    (span) =>
      run()
        .catch((error: unknown) => {
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        })
        .finally(() => span.end()),
  );
}

const nameOf = (operation: Operation): string =>
  operation.kind === 'job' ? `job ${operation.name}` : commandOf(operation.sql);

const kindOf = ({ kind }: Operation): SpanKind => (kind === 'job' ? SpanKind.INTERNAL : SpanKind.CLIENT);

const attributesOf = (operation: Operation): Attributes =>
  operation.kind === 'job'
    ? {}
    : {
        'db.system.name': 'postgresql',
        'db.operation.name': commandOf(operation.sql),
        'db.query.text': operation.sql.slice(0, maxQueryText),
      };

const maxQueryText = 4_000;

/** The command of a statement, such as `select`. */
const commandOf = (sql: string): string => /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'statement';

import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Application } from '../platform/application.ts';
import { ConfigurationError } from '../platform/environment/configuration-error.ts';
import type { Environment } from '../platform/environment/environment.ts';
import { ApiError } from '../platform/errors.ts';
import { sendApiError } from '../platform/http/server.ts';
import { measureOperation } from './operating-gauges.ts';
import { measurePlatform } from './platform-gauges.ts';
import { createRegistry } from './registry.ts';
import { countRequests } from './request-metrics.ts';

/** Serves metrics for Prometheus on a port of their own, or to requests with a token; without both nothing is measured. */
export async function registerMetrics(app: Application): Promise<void> {
  const { server, environment } = app;
  const { metricsPort, metricsToken } = environment;
  if (metricsPort === undefined && metricsToken === undefined) return;
  const prometheus = await import('prom-client');
  const registry = createRegistry(prometheus, environment);
  countRequests(server, prometheus, registry);
  measurePlatform(prometheus, registry, app);
  const readOperation = measureOperation(prometheus, registry, app);
  const text = async () => {
    await readOperation();
    return registry.metrics();
  };

  if (metricsToken !== undefined)
    server.get('/metrics', (request, reply) => {
      if (isAllowed(request.headers.authorization, metricsToken))
        return text().then((metrics) => reply.type(registry.contentType).send(metrics));
      return sendApiError(reply.header('www-authenticate', 'Bearer'), new ApiError('session.expired'));
    });
  if (metricsPort !== undefined) serveOwnPort(server, environment, { text, type: registry.contentType });
}

/** Compares hashes, so that neither content nor length of the token can be measured. */
function isAllowed(authorization: string | undefined, token: string): boolean {
  const hash = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`));
}

/** Listens before the portal does, so that a port in use ends the start. */
function serveOwnPort(
  server: FastifyInstance,
  { metricsPort: port, metricsHost: host, metricsToken }: Environment,
  { text, type }: { readonly text: () => Promise<string>; readonly type: string },
): void {
  const respond = async ({ url, method, headers }: IncomingMessage): Promise<[number, string]> => {
    if (url !== '/metrics' || method !== 'GET') return [404, 'Metrics are at /metrics.\n'];
    if (metricsToken !== undefined && !isAllowed(headers.authorization, metricsToken))
      return [401, 'A token is needed.\n'];
    return [200, await text()];
  };
  const listener = createServer((request, response) => {
    respond(request)
      .then(([status, body]) => response.writeHead(status, { 'content-type': type }).end(body))
      .catch((error: unknown) => {
        server.log.error(error, 'metrics could not be sent');
        response.writeHead(500).end();
      });
  });
  server.addHook('onReady', async () => {
    try {
      await once(listener.listen({ port, host }), 'listening');
    } catch (error) {
      throw new ConfigurationError(
        `METRICS_PORT ${port} on ${host} cannot be used (${(error as Error).message}). Set it to a free port, and start again.`,
      );
    }
  });
  server.addHook('onClose', async () => {
    listener.closeAllConnections();
    listener.close();
  });
}

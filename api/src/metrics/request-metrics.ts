import { apiPathPattern } from '@storeward/contract/endpoint';
import { sessions } from '@storeward/contract/sessions';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Registry } from 'prom-client';
import type { Prometheus } from './registry.ts';
import { routeTemplate } from '../platform/http/route-template.ts';
import { errorCodeOf } from '../platform/http/server.ts';

const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const denied = new Set([401, 403, 404, 429]);

/** Counts requests, denials and sign-ins. Labels are templates and codes of the code only, never values of a request. */
export function countRequests(server: FastifyInstance, { Counter, Histogram }: Prometheus, registry: Registry): void {
  const registers = [registry];
  const requests = new Counter({
    name: 'storeward_http_requests_total',
    help: 'Requests by route template, method and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'storeward_http_request_duration_seconds',
    help: 'Time until a response was sent, without event streams',
    labelNames: ['method', 'route'],
    buckets: durations,
    registers,
  });
  const denials = new Counter({
    name: 'storeward_denials_total',
    help: 'Requests to the API that were denied, by error code',
    labelNames: ['code'],
    registers,
  });
  const signIns = new Counter({
    name: 'storeward_sign_ins_total',
    help: 'Sign-ins by outcome: success, or the error code',
    labelNames: ['outcome'],
    registers,
  });

  server.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = routeTemplate(request);
    const code = errorCodeOf(reply);
    requests.inc({ method, route, status: reply.statusCode });
    if (!isEventStream(reply)) seconds.observe({ method, route }, reply.elapsedTime / 1000);
    if (code && denied.has(reply.statusCode) && apiPathPattern.test(route)) denials.inc({ code });
    if (route === sessions.login.path && method === 'POST') signIns.inc({ outcome: code ?? 'success' });
    done();
  });
}

const isEventStream = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/event-stream');

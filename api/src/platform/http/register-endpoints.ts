import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint, Endpoints } from '@storeward/contract/endpoint';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { ensure } from '../errors.ts';
import { hostOf } from './hosts/hosts.ts';
import type { Service } from './pipeline/context.ts';
import { handleRequest } from './pipeline/pipeline.ts';
import { tokenOf } from './pipeline/request-token.ts';
import { responseSerializer } from './response.ts';
import { addOverload, type Handler, type Route, type ServerDependencies } from './route.ts';
import { acceptUploads } from './uploads/uploads.ts';

/** The most bytes of a body without a token of this installation, other than a file. */
export const anonymousBodyLimit = 64 * 1024;

/** Registers the endpoints of a contract with their handlers; `pipeline.ts` processes the requests. */
export function registerEndpoints<T extends Endpoints>(
  server: FastifyInstance,
  dependencies: ServerDependencies,
  contract: T,
  service: Service<T>,
): void {
  let isClosing = false;
  server.addHook('preClose', async () => void (isClosing = true));
  for (const [name, endpoint] of Object.entries(contract)) {
    const route: Route = {
      endpoint,
      handler: service[name] as Handler,
      dependencies,
      serialize: responseSerializer(endpoint),
      overloads: [],
      isClosing: () => isClosing,
    };
    if (addOverload(server, route)) continue;
    const options: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      schema: { response: { 200: { type: 'object' } } },
      serializerCompiler: () => route.serialize,
      config: { isUpload: endpoint.file !== undefined },
      ...boundsOfBody(endpoint, dependencies),
      handler: (request, reply) => handleRequest(route, request, reply),
    };
    // upload parsers are registered in a separate scope, so that other routes do not accept these content types
    if (endpoint.file) {
      void server.register(async (scope) => {
        await acceptUploads(scope);
        scope.route(options);
      });
    } else server.route(options);
  }
}

/**
 * Bounds a body before it is read: larger ones than anybody may send need a token, and those of visitors a host with a portal.
 * Whether a session lasts, and what a host serves, is decided later.
 */
function boundsOfBody(
  { allow, file }: Endpoint,
  dependencies: ServerDependencies,
): Pick<RouteOptions, 'bodyLimit' | 'onRequest'> {
  if (file) return {};
  if (allow === 'anyone')
    return {
      bodyLimit: anonymousBodyLimit,
      async onRequest({ headers, ip }) {
        if (lengthOfBody(headers) === 0) return;
        ensure(await dependencies.organisationOf({ host: hostOf(headers.host), address: ip }), 'tenant.unknown');
      },
    };
  return {
    async onRequest(request) {
      if (lengthOfBody(request.headers) <= anonymousBodyLimit) return;
      ensure(await tokenOf(dependencies, request), 'session.expired');
    },
  };
}

const lengthOfBody = (headers: IncomingHttpHeaders): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;

import type { Endpoint, Endpoints } from '@storeward/contract/endpoint';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { ensure } from '../errors.ts';
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

/** Bounds a body before it is read: larger ones than anybody may send need a token. Whether its session lasts is decided later. */
function boundsOfBody(
  { allow, file }: Endpoint,
  dependencies: ServerDependencies,
): Pick<RouteOptions, 'bodyLimit' | 'onRequest'> {
  if (file) return {};
  if (allow === 'anyone') return { bodyLimit: anonymousBodyLimit };
  return {
    async onRequest(request) {
      const { 'content-length': length = 0, 'transfer-encoding': encoding } = request.headers;
      if (encoding === undefined && Number(length) <= anonymousBodyLimit) return;
      ensure(await tokenOf(dependencies, request), 'session.expired');
    },
  };
}

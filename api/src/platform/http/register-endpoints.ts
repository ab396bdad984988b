import type { Endpoints } from '@storeward/contract/endpoint';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Service } from './pipeline/context.ts';
import { handleRequest } from './pipeline/pipeline.ts';
import { responseSerializer } from './response.ts';
import { addOverload, type Handler, type Route, type ServerDependencies } from './route.ts';
import { acceptUploads } from './uploads/uploads.ts';

/** The most bytes of a body of an endpoint for anybody. */
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
      // without a session no request has more to say; bodies of other endpoints are parsed before the token is read, too
      ...(endpoint.allow === 'anyone' && !endpoint.file ? { bodyLimit: anonymousBodyLimit } : {}),
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

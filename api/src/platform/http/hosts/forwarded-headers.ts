import type { FastifyInstance } from 'fastify';

const names = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded'];

/**
 * Logs once that a proxy is not trusted: its headers are ignored, so all its clients are treated as one address, and as
 * clients without HTTPS.
 */
export function warnOfUntrustedProxy(server: FastifyInstance): void {
  let isLogged = false;
  server.addHook('onRequest', ({ headers, ip, socket, log }, _reply, done) => {
    if (!isLogged && ip === socket.remoteAddress && names.some((name) => headers[name] !== undefined)) {
      isLogged = true;
      log.warn(
        { proxy: ip },
        'Forwarded headers are ignored, so all clients of this proxy count as one address: if it is yours, add its address to TRUST_PROXY.',
      );
    }
    done();
  });
}

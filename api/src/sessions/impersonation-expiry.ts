import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/db.ts';
import { endExpiredImpersonations } from './impersonation-queries.ts';

const intervalMs = 60_000;

/** Ends expired impersonations every minute, also where no further request arrives, so that their audit entry is timely. */
export function startImpersonationExpiry(server: FastifyInstance, database: Database): void {
  const endOverdue = async () => {
    try {
      await database.transaction(endExpiredImpersonations);
    } catch (error) {
      server.log.warn({ err: error }, 'ending expired impersonations failed');
    }
  };
  let timer: NodeJS.Timeout | undefined;
  server.addHook('onListen', async () => {
    timer = setInterval(() => void endOverdue(), intervalMs).unref();
    await endOverdue();
  });
  server.addHook('onClose', () => clearInterval(timer));
}

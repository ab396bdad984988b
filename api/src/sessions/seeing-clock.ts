import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db.ts';
import { endOverdueSeeings } from './seeing-queries.ts';

const everyMinute = 60_000;

/** Tells in time that a seeing is over whose browser asks no more. */
export function watchSeeings(server: FastifyInstance, database: Database): void {
  const look = async () => {
    try {
      await database.transaction(endOverdueSeeings);
    } catch (error) {
      server.log.warn({ err: error }, 'what was seen for too long was not ended');
    }
  };
  let timer: NodeJS.Timeout | undefined;
  server.addHook('onListen', async () => {
    timer = setInterval(() => void look(), everyMinute).unref();
    await look();
  });
  server.addHook('onClose', () => clearInterval(timer));
}

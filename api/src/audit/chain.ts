import type { Database } from '../platform/db.ts';
import { sealAudit } from './queries.ts';

const atOnce = 500;
const pause = 1_000;

/** Seals what happened into the chains, a second later at most; starts and stops with the server. */
export function auditChain(database: Database, warn: (facts: object, words: string) => void) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const state = { stopped: false };

  async function seal(): Promise<void> {
    try {
      while (!state.stopped && (await database.transaction((db) => sealAudit(db, atOnce))) === atOnce);
    } catch (error) {
      warn({ err: error }, 'the audit was not sealed just now; it is tried again');
    }
  }

  function soon(): void {
    if (state.stopped) return;
    timer = setTimeout(() => {
      running = seal().finally(soon);
    }, pause).unref();
  }

  return {
    start: soon,
    async stop(): Promise<void> {
      state.stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

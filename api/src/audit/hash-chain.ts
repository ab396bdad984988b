import type { Database } from '../platform/database/db.ts';
import { extendHashChains } from './chain-queries.ts';

const batchSize = 500;
const intervalMs = 1_000;

/** Appends new audit entries to their organisation's hash chain, once a second; returns `start` and `stop`. */
export function hashChainWorker(database: Database, warn: (facts: object, message: string) => void) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const state = { stopped: false };

  async function extendChains(): Promise<void> {
    try {
      while (!state.stopped && (await database.transaction((db) => extendHashChains(db, batchSize))) === batchSize);
    } catch (error) {
      warn({ err: error }, 'extending the audit hash chains failed; will retry');
    }
  }

  function scheduleNext(): void {
    if (state.stopped) return;
    timer = setTimeout(() => {
      running = extendChains().finally(scheduleNext);
    }, intervalMs).unref();
  }

  return {
    start: scheduleNext,
    async stop(): Promise<void> {
      state.stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

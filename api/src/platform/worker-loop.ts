import { traced } from './tracing.ts';

/** A background worker: polls for work, such as due background jobs, while the server runs. */
export type WorkerLoop = {
  readonly start: () => void;
  /** Polls now, without waiting for the interval. */
  readonly wake: () => void;
  /** Starts no more work, and waits for the current work, `stopTimeoutMs` at most. */
  readonly stop: () => Promise<void>;
};

type WorkerLoopOptions = {
  /** The name of its work in traces. */
  readonly name: string;
  /** Milliseconds between two polls. */
  readonly intervalMs: number;
  /** The maximum time that `stop` waits, in milliseconds; unlimited by default. */
  readonly stopTimeoutMs?: number;
  readonly onError: (error: unknown) => void;
};

/** Calls `work` repeatedly while it returns true (there may be more), then polls again after the interval; never concurrently. */
export function workerLoop(
  work: () => Promise<boolean>,
  { name, intervalMs, stopTimeoutMs, onError }: WorkerLoopOptions,
): WorkerLoop {
  const state = { running: false, pollAgain: false };
  let currentRun: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const poll = () => {
    if (!state.running) return;
    state.pollAgain = true;
    currentRun ??= run().finally(() => {
      currentRun = undefined;
      clearTimeout(timer);
      if (state.pollAgain) poll(); // woken just as the last run ended
      else if (state.running) timer = setTimeout(poll, intervalMs).unref();
    });
  };

  async function run(): Promise<void> {
    try {
      while (state.pollAgain && state.running) {
        state.pollAgain = false;
        if (await traced({ kind: 'job', name }, work)) state.pollAgain = true;
      }
    } catch (error) {
      onError(error);
    }
  }

  return {
    start: () => {
      state.running = true;
      poll();
    },
    wake: poll,
    async stop() {
      state.running = false;
      clearTimeout(timer);
      const timeout = new Promise<void>((resolve) => {
        if (stopTimeoutMs !== undefined) setTimeout(resolve, stopTimeoutMs).unref();
      });
      await (stopTimeoutMs === undefined ? currentRun : Promise.race([currentRun, timeout]));
    },
  };
}

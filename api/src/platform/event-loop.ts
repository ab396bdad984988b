import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

/** While the event loop is blocked no request is processed, so that it must never be for longer than this. */
const limitMs = 50;

const [resolutionMs, checkMs, logMs] = [10, 1_000, 60_000];

/** Logs that the event loop was blocked, at most once a minute with the longest time in it. */
export function watchEventLoop(server: FastifyInstance): void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  let [longestMs, count, nextLog] = [0, 0, 0];
  const check = () => {
    const blockedMs = Math.round(delay.max / 1e6 - resolutionMs);
    delay.reset();
    if (blockedMs > limitMs) {
      longestMs = Math.max(longestMs, blockedMs);
      count += 1;
    }
    if (count === 0 || performance.now() < nextLog) return;
    server.log.warn({ longestMs, count }, 'the event loop was blocked');
    [longestMs, count, nextLog] = [0, 0, performance.now() + logMs];
  };
  let timer: NodeJS.Timeout | undefined;
  server.addHook('onListen', () => {
    delay.enable();
    timer = setInterval(check, checkMs).unref();
  });
  server.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
}

import { sessionTimes } from '../configuration.ts';
import { idleSeconds, watchActivity } from './user-activity.ts';

type Listeners = {
  /** Seconds until the session ends; `undefined` while the user is active. */
  onChange: (secondsLeft: number | undefined) => void;
  onEnd: () => void;
};

/**
 * Warns after the idle time, counts down and ends. Activity in any tab resets the timer. Returns the function that
 * stops it.
 */
export function watchIdleTimeout({ onChange, onEnd }: Listeners): () => void {
  let reported: number | undefined;
  let ending = false;

  function check(): void {
    const remaining = secondsLeft();
    if (remaining !== reported) onChange((reported = remaining));
    if (remaining === undefined) ending = false;
    else if (remaining === 0 && !ending) void endIfStillIdle();
  }

  /** After a page was frozen, activity messages of other tabs are delivered first. */
  async function endIfStillIdle(): Promise<void> {
    ending = true;
    await deliverPendingMessages();
    if (secondsLeft() === 0) onEnd();
  }

  const timer = setInterval(check, 1000);
  const stopWatching = watchActivity(check);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    stopWatching();
    document.removeEventListener('visibilitychange', check);
  };
}

function secondsLeft(): number | undefined {
  const { idle, warning } = sessionTimes();
  const overdue = idleSeconds() - idle;
  return overdue < 0 ? undefined : Math.max(0, Math.ceil(warning - overdue));
}

/** Lets queued messages be delivered by posting own ones behind them. A timer would be throttled in a hidden page. */
async function deliverPendingMessages(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise<void>((resolve) => {
      port1.addEventListener('message', () => resolve(), { once: true });
      port1.start();
      port2.postMessage(turn);
    });
  }
  port1.close();
}

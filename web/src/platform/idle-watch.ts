import { sessionTimes } from './configuration.ts';
import { idleSeconds, watchInput } from './last-input.ts';

type Listeners = {
  /** How many seconds are left, once the warning has opened; nothing while somebody is there. */
  onChange: (secondsLeft: number | undefined) => void;
  onEnd: () => void;
};

/** Watches for nobody being there: warns, counts down, and ends; whatever somebody does in any tab begins it anew. */
export function watchIdleness({ onChange, onEnd }: Listeners): () => void {
  let told: number | undefined;
  let ending = false;

  function look(): void {
    const left = secondsLeft();
    if (left !== told) onChange((told = left));
    if (left === undefined) ending = false;
    else if (left === 0 && !ending) void end();
  }

  /** A page that was frozen first hears what the other tabs have said meanwhile. */
  async function end(): Promise<void> {
    ending = true;
    await everythingHeard();
    if (secondsLeft() === 0) onEnd();
  }

  const timer = setInterval(look, 1000);
  const stopWatching = watchInput(look);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    stopWatching();
    document.removeEventListener('visibilitychange', look);
  };
}

function secondsLeft(): number | undefined {
  const { idle, warning } = sessionTimes();
  const over = idleSeconds() - idle;
  return over < 0 ? undefined : Math.max(0, Math.ceil(warning - over));
}

/** Waits for messages that lie ready, by sending some of one's own behind them; no timer, since a hidden page's are slow. */
async function everythingHeard(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise<void>((back) => {
      port1.addEventListener('message', () => back(), { once: true });
      port1.start();
      port2.postMessage(turn);
    });
  }
  port1.close();
}

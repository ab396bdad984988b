/** Work beside the requests, done in rounds while the server runs. */
export type Rounds = {
  readonly start: () => void;
  /** There is work: it need not wait for the next look. */
  readonly nudge: () => void;
  /** Begins nothing more, and waits for what is in hand, for so long at most. */
  readonly stop: () => Promise<void>;
};

type Manner = {
  /** Milliseconds between two looks where nobody nudges. */
  readonly every: number;
  /** Milliseconds that `stop` waits at most; to the end where nothing is said. */
  readonly patience?: number;
  readonly failed: (error: unknown) => void;
};

/** Does a piece of work as long as it answers that there may be more, then looks again after a while; one round at a time. */
export function inRounds(piece: () => Promise<boolean>, { every, patience, failed }: Manner): Rounds {
  const now = { running: false, again: false };
  let round: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    if (!now.running) return;
    now.again = true;
    round ??= work().finally(() => {
      round = undefined;
      clearTimeout(timer);
      if (now.again) look(); // asked in the very moment the last one ended
      else if (now.running) timer = setTimeout(look, every).unref();
    });
  };

  async function work(): Promise<void> {
    try {
      while (now.again && now.running) {
        now.again = false;
        if (await piece()) now.again = true;
      }
    } catch (error) {
      failed(error);
    }
  }

  return {
    start: () => {
      now.running = true;
      look();
    },
    nudge: look,
    async stop() {
      now.running = false;
      clearTimeout(timer);
      const over = new Promise<void>((resolve) => {
        if (patience !== undefined) setTimeout(resolve, patience).unref();
      });
      await (patience === undefined ? round : Promise.race([round, over]));
    },
  };
}

import type { Actor } from '../../actor.ts';
import { ApiError } from '../../errors.ts';

/** A read that may run before its session is opened; `settled` never rejects. */
export type OptimisticRead = {
  readonly settled: Promise<unknown>;
  /** The result for the actor of the opened session: that of the early run if the actor is the same, else of a new run. */
  readonly resultFor: (actor: Actor) => Promise<unknown>;
};

/**
 * Starts a read with the cached actor, if there is one who may read, so that opening the session and reading take one round
 * trip to the database. The result is used only after authorization, and only if the session's actor is still the cached one.
 */
export function startOptimistically(
  run: (actor: Actor) => Promise<unknown>,
  cachedActor: Actor | undefined,
): OptimisticRead {
  const early = cachedActor && run(cachedActor);
  const settled = Promise.resolve(early).then(noError, (error: Error) => error);
  return {
    settled,
    async resultFor(actor) {
      if (early && actor === cachedActor) return early;
      const error = await settled;
      if (error && !(error instanceof ApiError)) throw error; // a database error has aborted the transaction
      return run(actor);
    },
  };
}

const noError = () => undefined;

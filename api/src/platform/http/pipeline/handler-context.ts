import type { FastifyBaseLogger } from 'fastify';
import type { Actor } from '../../actor.ts';
import type { Context, Target } from './context.ts';

type Base = Pick<Context, 'actor' | 'db' | 'origin' | 'cookies'>;

/** The context of a read, whose callbacks for changes must not be called. */
export const readContext = (base: Base): Context => ({
  ...base,
  afterCommit: unsupported,
  inOrganisation: unsupported,
});

const unsupported = () => {
  throw new Error('a read supports neither afterCommit nor inOrganisation');
};

/**
 * The context of a change. `openSession` changes the scope of the transaction: to another organisation, and back to the
 * target of the request. `afterCommit` collects functions, which `runAfterCommit` calls once the
 * change is committed; an error of one is logged, since the change stands.
 */
export function changeContext(
  base: Base,
  target: Target,
  openSession: (target: Target) => Promise<Actor>,
): { readonly context: Context; readonly runAfterCommit: (log: FastifyBaseLogger) => Promise<void> } {
  const afterCommit: (() => Promise<void>)[] = [];
  const context: Context = {
    ...base,
    afterCommit: (work) => void afterCommit.push(work),
    async inOrganisation(orgId, work) {
      const result = await work({ ...context, actor: await openSession({ orgId }) });
      await openSession(target);
      return result;
    },
  };
  return {
    context,
    async runAfterCommit(log) {
      for (const work of afterCommit)
        await work().catch((error: unknown) => log.error(error, 'after-commit work failed'));
    },
  };
}

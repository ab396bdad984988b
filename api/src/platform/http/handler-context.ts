import type { Actor } from '../actor.ts';
import type { Context, Target } from './context.ts';

type Base = Pick<Context, 'actor' | 'db' | 'origin' | 'cookies'>;

/** The context of a read. */
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
 * target of the request. `afterCommit` collects what to run once the change is committed.
 */
export function changeContext(
  base: Base,
  target: Target,
  openSession: (target: Target) => Promise<Actor>,
): { readonly context: Context; readonly afterCommit: readonly (() => Promise<void>)[] } {
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
  return { context, afterCommit };
}

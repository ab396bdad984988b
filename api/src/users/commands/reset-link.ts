import { changeErrors, type CommandError } from '../policy.ts';
import { ensure, throwFirst } from '../../platform/errors.ts';
import { type CommandContext, type ResetLinks } from './context.ts';
import { listUserStates } from './change-queries.ts';
import type { UserState } from './user-state.ts';

/** A planned reset link: why it is refused, or whether one is sent; a disabled user could not use it. */
export type PlannedLink = {
  readonly user: UserState;
  readonly errors: readonly CommandError[];
  readonly changes: boolean;
};

/** Plans a reset link for each user of a set, by id; `lock` is false for a preview. */
export async function planResetLinks(
  links: ResetLinks,
  { db, actor }: Pick<CommandContext, 'db' | 'actor'>,
  ids: readonly string[],
  { lock, orSelf = false }: { readonly lock: boolean; readonly orSelf?: boolean },
): Promise<ReadonlyMap<string, PlannedLink>> {
  const [users, atMailLimit] = await Promise.all([
    listUserStates(db, actor, { ids, orSelf }, { lock }),
    links.atMailLimit({ db, actor }, ids),
  ]);
  return new Map(
    users.map((user) => {
      const errors = changeErrors(actor, user, ['resetLink']);
      const isOverLimit = user.status && atMailLimit.has(user.id);
      const tooMany: CommandError = { part: 'user', code: 'recovery.tooManyMails' };
      return [user.id, { user, errors: isOverLimit ? [...errors, tooMany] : errors, changes: user.status }];
    }),
  );
}

/** Mails the planned links; returns their expiry. */
export async function sendResetLinks(
  links: ResetLinks,
  context: CommandContext,
  planned: readonly PlannedLink[],
): Promise<string | undefined> {
  return links.send(
    context,
    planned.map(({ user }) => user),
    context.runId,
  );
}

/** Mails one user a reset link; returns its expiry, or undefined for a disabled user, who gets none. */
export type ResetLinkSender = (context: CommandContext, id: string) => Promise<string | undefined>;

export const resetLinkSender =
  (links: ResetLinks): ResetLinkSender =>
  async (context, id) => {
    const plan = (await planResetLinks(links, context, [id], { lock: true, orSelf: true })).get(id);
    ensure(plan, 'user.unknown');
    throwFirst(plan.errors.filter(({ code }) => code !== 'recovery.tooManyMails'));
    throwFirst(plan.errors, { retryAfter: 3600 });
    return plan.changes ? sendResetLinks(links, context, [plan]) : undefined;
  };

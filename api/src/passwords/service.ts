import type { RecoveryRequest, passwords } from '@storeward/contract/passwords';
import type { UserId } from '@storeward/contract/users';
import type { Context, ManualPublicContext, Service } from '../platform/http/pipeline/context.ts';
import { ensure } from '../platform/errors.ts';
import { findUser } from '../users/queries.ts';
import { verifyResetToken, resetByToken } from './reset/token-reset.ts';
import { startEmailReset, mayRevealUnknown, sendResetMails } from './reset/email-reset.ts';
import { changePassword } from './change-password.ts';
import { startSecretWordReset, secretWordMatches } from './reset/secret-word-reset.ts';
import { passwordRulesOf } from './new-password.ts';
import type { PasswordDependencies } from './dependencies.ts';
import * as queries from './queries.ts';
import * as tokenQueries from './reset/token-queries.ts';
import { userLookupFrom } from './reset/lookup.ts';

export function passwordsService(dependencies: PasswordDependencies): Service<typeof passwords> {
  const checkLink = async (context: ManualPublicContext, token: string) => {
    const { settings } = await verifyResetToken(dependencies, context, token);
    return { valid: true as const, ...passwordRulesOf(dependencies, settings) };
  };
  return {
    forgotten: (context, { body }) =>
      body.secretWord
        ? startSecretWordReset(dependencies, { context, body, secretWord: body.secretWord })
        : startEmailReset(dependencies, context, body),

    sendMail: (context, { params }) => sendResetMails(dependencies, context, params.userId),

    checkLink: (context, { params }) => checkLink(context, params.resetToken),
    checkLinkAgain: (context, { params }) => checkLink(context, params.token),
    checkLinkShort: (context, { params }) => checkLink(context, params.resetToken),

    async resetByLink(context, { params, body }) {
      await resetByToken(dependencies, context, { token: params.resetToken, password: body.password });
      return { changed: true };
    },

    change: (context, { body }) => changePassword(dependencies, context, body),

    rules: async ({ db, actor }) => passwordRulesOf(dependencies, await queries.findPasswordSettings(db, actor.scope)),

    checkAttributes: async (context, { body }) => ({ valid: await attributesMatch(dependencies, context, body) }),
    async checkAttributesByQuery(context, { query }) {
      // addresses end up in the logs of proxies
      ensure(!dependencies.hardened || !query.secretWord, 'recovery.wordInAddress');
      return { valid: await attributesMatch(dependencies, context, query) };
    },

    async linkState(context, { params }) {
      const { db, actor } = context;
      await userInScope(context, params.id);
      const validToken = await tokenQueries.findValidToken(db, actor.scope, params.id);
      return { sent: validToken !== undefined, expiresAt: validToken?.expiresAt ?? null };
    },

    async sendLink(context, { params }) {
      const expiresAt = await dependencies.sendResetLink(context, params.id);
      if (expiresAt) context.afterCommit(async () => dependencies.wakeMailWorker());
      return { sent: expiresAt !== undefined, expiresAt: expiresAt ?? null };
    },
  };
}

/** Whether the attributes match a user, with the same rate limits as starting a recovery with them. */
async function attributesMatch(
  dependencies: PasswordDependencies,
  context: ManualPublicContext,
  body: RecoveryRequest,
): Promise<boolean> {
  if (body.secretWord) return secretWordMatches(dependencies, { context, body, secretWord: body.secretWord });
  return context.transaction(async ({ db, portal, origin }) => {
    const lookup = userLookupFrom(body, await queries.findPasswordSettings(db, portal.scope));
    if ((await queries.findOwners(db, portal.scope, lookup)).length > 0) return true;
    return !(await mayRevealUnknown(dependencies, { db, portal, origin }));
  });
}

async function userInScope({ db, actor }: Context, id: UserId) {
  const user = await findUser(db, actor.scope, id, actor);
  ensure(user, 'user.unknown');
  return user;
}

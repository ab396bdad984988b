import type { Forgotten, passwords } from '@storeward/contract/passwords';
import type { UserId } from '@storeward/contract/users';
import type { Context, OwnContext, Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { findUser } from '../users/queries.ts';
import { linkSender } from './by-administrator.ts';
import { openLink, resetByLink } from './by-link.ts';
import { beginByMail, mayTell, sendByMail } from './by-mail.ts';
import { changeByOld } from './by-old.ts';
import { beginByWord, wordFits } from './by-word.ts';
import { rulesOf } from './new-password.ts';
import type { PasswordParts } from './parts.ts';
import * as queries from './queries.ts';
import { soughtBy } from './sought.ts';

/** Ways to a new password. */
export function passwordsService(parts: PasswordParts): Service<typeof passwords> {
  const links = linkSender(parts);
  const check = async (context: OwnContext, token: string) => {
    const { security } = await openLink(parts, context, token);
    return { valid: true as const, ...rulesOf(parts, security) };
  };
  return {
    forgotten: (context, { body }) =>
      body.secretWord
        ? beginByWord(parts, { context, body, word: body.secretWord })
        : beginByMail(parts, context, body),

    sendMail: (context, { params }) => sendByMail(parts, context, params.userId),

    checkLink: (context, { params }) => check(context, params.resetToken),
    checkLinkAgain: (context, { params }) => check(context, params.token),
    checkLinkShort: (context, { params }) => check(context, params.resetToken),

    async resetByLink(context, { params, body }) {
      await resetByLink(parts, context, { token: params.resetToken, password: body.password });
      return { changed: true };
    },

    change: (context, { body }) => changeByOld(parts, context, body),

    rules: async ({ db, actor }) => rulesOf(parts, await queries.findSecurity(db, actor.scope)),

    checkAttributes: async (context, { body }) => ({ valid: await fits(parts, context, body) }),
    checkAttributesByQuery: async (context, { query }) => ({ valid: await fits(parts, context, query) }),

    async linkState(context, { params }) {
      const { db, actor } = context;
      await userInScope(context, params.id);
      const live = await queries.findLiveToken(db, actor.scope, params.id);
      return { sent: live !== undefined, expiresAt: live?.expiresAt ?? null };
    },

    async sendLink(context, { params }) {
      const { db, actor } = context;
      // held before they are looked at: the link goes to the address that counts then
      await queries.lockHolder(db, actor.scope, params.id);
      const user = await userInScope(context, params.id);
      demand(!user.exceeds, 'user.beyondYourOwn');
      if (!user.status) return { sent: false, expiresAt: null };
      const enough = await links.mailedEnough(context, [user.id]);
      demand(!enough.has(user.id), 'recovery.tooManyMails', { retryAfter: 3600 });
      const expiresAt = await links.send(context, [user]);
      context.afterCommit(async () => parts.mailsQueued());
      return { sent: true, expiresAt: expiresAt ?? null };
    },
  };
}

/** Whether somebody's attributes fit; as guarded as the recovery that would begin with them. */
async function fits(parts: PasswordParts, context: OwnContext, body: Forgotten): Promise<boolean> {
  if (body.secretWord) return wordFits(parts, { context, body, word: body.secretWord });
  return context.transaction(async ({ db, portal, origin }) => {
    const sought = soughtBy(body, await queries.findSecurity(db, portal.scope));
    if ((await queries.findSought(db, portal.scope, sought)).length > 0) return true;
    return !(await mayTell(parts, { db, portal, origin }));
  });
}

async function userInScope({ db, actor }: Context, id: UserId) {
  const user = await findUser(db, actor.scope, id, actor);
  demand(user, 'user.unknown');
  return user;
}

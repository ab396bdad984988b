import type { Forgotten, RecoveryStep } from '@storeward/contract/passwords';
import type * as z from 'zod/mini';
import { networkOf } from '../attempts/queries.ts';
import { insertAudit } from '../audit/queries.ts';
import { countMails, insertMail } from '../mails/queries.ts';
import type { Origin } from '../platform/actor.ts';
import type { OpenContext, OwnContext } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { hashOf, markOf, newSecret, type PasswordParts, stepMinutes } from './parts.ts';
import * as queries from './queries.ts';
import { soughtBy } from './sought.ts';

/** Begins a recovery by mail: what is answered opens nothing but the next step, and that only in the same browser. */
export async function beginByMail(
  parts: PasswordParts,
  context: OwnContext,
  body: Forgotten,
): Promise<z.infer<typeof RecoveryStep>> {
  const flow = newSecret();
  const cookie = context.origin.browser ? newSecret() : undefined;
  const begun = await context.transaction(async ({ db, portal, origin }) => {
    const sought = soughtBy(body, await queries.findSecurity(db, portal.scope));
    const found = await queries.findSought(db, portal.scope, sought);
    if (found.length === 0 && (await mayTell(parts, { db, portal, origin }))) return false;
    const bound = { flowHash: flow.hash, cookieHash: cookie?.hash ?? null };
    await queries.insertFlow(db, portal.scope, { ...sought, ...bound }, stepMinutes);
    return true;
  });
  demand(begun, 'recovery.emailUnknown');
  if (cookie) context.cookies.set('recovery', cookie.secret, stepMinutes * 60);
  return { userId: flow.secret };
}

/** Whether somebody may be told that an address is nobody's: so often and no more, lest they go through a list of them. */
export async function mayTell(
  { hardened, limits, markKey }: PasswordParts,
  { db, portal, origin }: Pick<OpenContext, 'db' | 'portal' | 'origin'>,
): Promise<boolean> {
  if (hardened) return false;
  const [byAddress, byPortal] = [
    await queries.countTowards(db, markOf(markKey, 'unknown e-mail', networkOf(origin.address)), 15),
    await queries.countTowards(db, markOf(markKey, 'unknown e-mail', portal.orgId), 60),
  ];
  return byAddress <= limits.unknownByAddress && byPortal <= limits.unknownByPortal;
}

/** Queues the mails of a recovery: to each person with that address one that names them, or to nobody, and nobody can tell. */
export async function sendByMail(parts: PasswordParts, context: OwnContext, flow: string): Promise<{ sent: boolean }> {
  const outcome = await context.transaction(async ({ db, portal, origin }) => {
    const found = await queries.continueFlow(db, portal.scope, hashOf(flow), stepMinutes);
    if (!found || !isBoundTo(found, origin)) return 'over';
    const mark = markOf(parts.markKey, 'mails', portal.orgId, found.domainName, found.emailId ?? '');
    if ((await queries.countTowards(db, mark, 60)) > parts.limits.mails) return 'tooMany';
    const people = (await queries.findSought(db, portal.scope, found)).filter(({ status }) => status);
    const sent = await countMails(
      db,
      portal.scope,
      'resetLink',
      people.map(({ id }) => id),
    );
    // the same work for nobody, so that the time tells nothing
    for (const person of people.length > 0 ? people : [undefined])
      if (!person || (sent.get(person.id) ?? 0) < parts.limits.mails) await mailLink(parts, { db, portal }, person);
    await insertAudit(db, portal.scope, origin, {
      action: 'password.linkAsked',
      entity: 'user',
      entityId: people[0]?.id ?? portal.orgId,
      tpath: people[0]?.tpath ?? portal.scope.lo,
      actorId: null,
    });
    return 'sent';
  });
  demand(outcome !== 'over', 'recovery.flowOver');
  demand(outcome !== 'tooMany', 'recovery.tooManyMails', { retryAfter: 3600 });
  parts.mailsQueued();
  return { sent: true };
}

async function mailLink(
  { limits, mailSealing }: PasswordParts,
  { db, portal }: Pick<OpenContext, 'db' | 'portal'>,
  person: queries.Holder | undefined,
): Promise<void> {
  const { secret, hash } = newSecret();
  const minutes = limits.linkMinutes;
  const userId = person?.id ?? portal.orgId;
  await queries.insertToken(db, portal.scope, { userId, tokenHash: hash, way: 'mail', minutes });
  const facts = { token: secret, minutes };
  await insertMail(db, portal.scope, mailSealing, { kind: 'resetLink', facts, userId, to: person?.emailId ?? '' });
}

/** A recovery goes on in the browser it was begun in; one begun by a program goes on in none. */
function isBoundTo({ cookieHash }: queries.Flow, { browser, cookies }: Origin): boolean {
  if (cookieHash === null) return !browser;
  return cookies.recovery !== undefined && cookieHash.equals(hashOf(cookies.recovery));
}

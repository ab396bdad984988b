import type { RecoveryRequest, RecoveryStep } from '@storeward/contract/passwords';
import type * as z from 'zod/mini';
import { insertLimitedAudit } from '../../audit/queries.ts';
import { countMails, insertMail } from '../../mails/queries.ts';
import type { Origin } from '../../platform/actor.ts';
import type { PublicContext, ManualPublicContext } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network.ts';
import { hashSecret, newSecret } from '../../platform/security/link-secrets.ts';
import { counterName, type PasswordDependencies, recoveryStepMinutes } from '../dependencies.ts';
import * as queries from '../queries.ts';
import * as tokenQueries from './token-queries.ts';
import { userLookupFrom } from './lookup.ts';

/** Starts a recovery by e-mail. The returned flow id only allows the next step, and only from the same browser. */
export async function startEmailReset(
  dependencies: PasswordDependencies,
  context: ManualPublicContext,
  body: RecoveryRequest,
): Promise<z.infer<typeof RecoveryStep>> {
  const flow = newSecret();
  const cookie = context.origin.browser ? newSecret() : undefined;
  const started = await context.transaction(async ({ db, portal, origin }) => {
    const lookup = userLookupFrom(body, await queries.findPasswordSettings(db, portal.scope));
    const owners = await queries.findOwners(db, portal.scope, lookup);
    if (owners.length === 0 && (await mayRevealUnknown(dependencies, { db, portal, origin }))) return false;
    const bindings = { flowHash: flow.hash, cookieHash: cookie?.hash ?? null };
    await queries.insertFlow(db, portal.scope, { ...lookup, ...bindings }, recoveryStepMinutes);
    return true;
  });
  ensure(started, 'recovery.emailUnknown');
  if (cookie) context.cookies.set('recovery', cookie.secret, recoveryStepMinutes * 60);
  return { userId: flow.secret, resetToken: null };
}

/** Whether the response may reveal that no account matches; limited per network and portal against enumeration. */
export async function mayRevealUnknown(
  { hardened, limits, counterKey }: PasswordDependencies,
  { db, portal, origin }: Pick<PublicContext, 'db' | 'portal' | 'origin'>,
): Promise<boolean> {
  if (hardened) return false;
  const [byAddress, byPortal] = [
    await queries.incrementCounter(db, counterName(counterKey, 'unknown e-mail', networkOf(origin.address)), 15),
    await queries.incrementCounter(db, counterName(counterKey, 'unknown e-mail', portal.orgId), 60),
  ];
  return byAddress <= limits.unknownByAddress && byPortal <= limits.unknownByPortal;
}

/** Queues a reset mail for every active user with the address, unless it is that of somebody who may not edit the user any more; the response is the same if there is none. */
export async function sendResetMails(
  dependencies: PasswordDependencies,
  context: ManualPublicContext,
  flow: string,
): Promise<{ sent: boolean }> {
  const outcome = await context.transaction(async ({ db, portal, origin }) => {
    const storedFlow = await queries.continueFlow(db, portal.scope, hashSecret(flow), recoveryStepMinutes);
    if (!storedFlow || !isBoundToBrowser(storedFlow, origin)) return 'expired';
    const counter = counterName(
      dependencies.counterKey,
      'mails',
      portal.orgId,
      storedFlow.domainName,
      storedFlow.emailId ?? '',
    );
    if ((await queries.incrementCounter(db, counter, 60)) > dependencies.limits.mailsPerHour) return 'tooMany';
    const users = (await queries.findOwners(db, portal.scope, storedFlow)).filter(
      ({ status, addressCounts }) => status && addressCounts,
    );
    const sent = await countMails(
      db,
      portal.scope,
      'resetLink',
      users.map(({ id }) => id),
    );
    // same work without a matching user, so that response time reveals nothing
    for (const user of users.length > 0 ? users : [undefined])
      if (!user || (sent.get(user.id) ?? 0) < dependencies.limits.mailsPerHour)
        await queueResetLink(dependencies, { db, portal }, user);
    const event = {
      action: 'password.linkAsked',
      entity: 'user',
      entityId: users[0]?.id ?? portal.orgId,
      tpath: users[0]?.tpath ?? portal.scope.lo,
      actorId: null,
    } as const;
    const group = `${event.entityId} ${networkOf(origin.address)}`;
    await insertLimitedAudit(db, portal.scope, origin, event, { group, listed: dependencies.limits.mailsPerHour });
    return 'sent';
  });
  ensure(outcome !== 'expired', 'recovery.flowOver');
  ensure(outcome !== 'tooMany', 'recovery.tooManyMails', { retryAfter: 3600 });
  dependencies.wakeMailWorker();
  return { sent: true };
}

async function queueResetLink(
  { limits, mailEncryption }: PasswordDependencies,
  { db, portal }: Pick<PublicContext, 'db' | 'portal'>,
  user: queries.PasswordOwner | undefined,
): Promise<void> {
  const { secret, hash } = newSecret();
  const minutes = limits.linkMinutes;
  const userId = user?.id ?? portal.orgId;
  await tokenQueries.insertToken(db, portal.scope, { userId, tokenHash: hash, way: 'mail', minutes });
  const variables = { token: secret, minutes };
  await insertMail(db, portal.scope, mailEncryption, { kind: 'resetLink', variables, userId, to: user?.emailId ?? '' });
}

/** A flow can be continued only in the browser that started it; one started by a program only outside browsers. */
function isBoundToBrowser({ cookieHash }: queries.RecoveryFlow, { browser, cookies }: Origin): boolean {
  if (cookieHash === null) return !browser;
  return cookies.recovery !== undefined && cookieHash.equals(hashSecret(cookies.recovery));
}

import type { Forgotten } from '@storeward/contract/passwords';
import { insertAudit } from '../audit/queries.ts';
import type { OpenContext, OwnContext } from '../platform/context.ts';
import type { ErrorCode } from '@storeward/contract/errors';
import { Refusal } from '../platform/errors.ts';
import { newSecret, type PasswordParts, stepMinutes } from './parts.ts';
import * as queries from './queries.ts';
import { soughtBy } from './sought.ts';

type Proof = { readonly context: OwnContext; readonly body: Forgotten; readonly word: string };

/** Opens the reset to whoever knows the secret word, for a few minutes and once; no mail is sent. */
export async function beginByWord(parts: PasswordParts, proof: Proof): Promise<{ userId: string; resetToken: string }> {
  const { secret, hash } = newSecret();
  await judged(parts, proof, async ({ db, portal }, { id }) => {
    const token = { userId: id, tokenHash: hash, way: 'secretWord', minutes: stepMinutes } as const;
    await queries.insertToken(db, portal.scope, token);
  });
  // the same opaque word for the person as on the other way, so that nobody learns an id
  return { userId: newSecret().secret, resetToken: secret };
}

/** Whether somebody's secret word is right, and nothing beside it. */
export async function wordFits(parts: PasswordParts, proof: Proof): Promise<boolean> {
  try {
    await judged(parts, proof, async () => undefined);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'recovery.wordWrong') return false;
    throw error;
  }
}

/** The same work for everybody, whether or not they exist, may sign in, or have a word; only then is it said how it ended. */
async function judged(
  { hashing, attempts, hardened }: PasswordParts,
  { context, body, word }: Proof,
  onRight: (context: OpenContext, holder: queries.Holder) => Promise<void>,
): Promise<void> {
  const { open, sought, holder } = await context.transaction(async ({ db, portal, origin }) => {
    await attempts.demandOpen(db, origin);
    const security = await queries.findSecurity(db, portal.scope);
    const sought = soughtBy(body, security);
    const found = await queries.findSought(db, portal.scope, sought);
    const open = !hardened && !security.isGlobal && security.values['secretWordRecovery'] !== false;
    // an address of several does not say who is meant
    return { open, sought, holder: found.length === 1 ? found[0] : undefined };
  });
  if (!open) throw new Refusal('recovery.wordClosed');
  const fits = await hashing.matches(word.trim(), holder?.secretWordHash);
  const right = fits && holder !== undefined && holder.status;
  const subject = {
    userName: holder?.userName ?? sought.userName ?? sought.emailId ?? '',
    domainName: holder?.domainName ?? sought.domainName,
  };
  const outcome = await context.transaction(async (within): Promise<ErrorCode | undefined> => {
    const { db, portal, origin } = within;
    if (!(await attempts.wordIsOpen(db, portal.scope, subject, right))) return 'recovery.wordClosed';
    const judgement = await attempts.judge(db, portal.scope, origin, subject, right);
    if (judgement === 'right' && holder) await onRight(within, holder);
    const code = refusals[judgement];
    await insertAudit(db, portal.scope, origin, {
      action: code ? 'password.wordRefused' : 'password.wordAccepted',
      entity: 'user',
      entityId: holder?.id ?? portal.orgId,
      tpath: holder?.tpath ?? portal.scope.lo,
      actorId: null,
      ...(code ? { reason: code } : {}),
    });
    return code;
  });
  if (outcome) throw new Refusal(outcome);
}

const refusals = {
  right: undefined,
  wrong: 'recovery.wordWrong',
  locked: 'recovery.locked',
} as const;

import { errors } from '@storeward/contract/errors';
import type { PasswordRules } from '@storeward/contract/passwords';
import { insertAudit } from '../audit/queries.ts';
import { insertMail } from '../mails/queries.ts';
import type { Origin, Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { demand, Refusal } from '../platform/errors.ts';
import { endSessions, endTokens } from '../users/queries.ts';
import { commonPasswords } from './blocklist.ts';
import type { PasswordParts } from './parts.ts';
import { type Owner, type PasswordFault, passwordFault, passwordRules } from './policy.ts';
import * as queries from './queries.ts';

/** What an organisation asks of its people's passwords. */
export const rulesOf = ({ hardened }: Pick<PasswordParts, 'hardened'>, { values }: queries.Security): PasswordRules =>
  passwordRules(hardened, values['passwordMinimum']);

/** A new password, the field it stands in, and whose it is to be. */
export type Wanted = {
  readonly password: string;
  readonly field: 'password' | 'newPassword';
  readonly holder: queries.Holder;
  readonly security: queries.Security;
};

/** Goes on only with a password that may be used. */
export async function demandSound(parts: PasswordParts, { password, field, holder, security }: Wanted): Promise<void> {
  const fault = await faultOf(password, rulesOf(parts, security), holder, security);
  if (fault === undefined) {
    // one secret that leads to both is one secret less
    const { secretWordHash } = holder;
    const isWord = secretWordHash !== null && (await parts.hashing.matches(password.trim(), secretWordHash));
    return demand(!isWord, 'password.secretWord');
  }
  if (fault.startsWith('password.')) throw new Refusal(fault);
  throw new Refusal('input.invalid', {
    errors: [{ path: field, messageCode: fault, message: errors[fault].text }],
  });
}

/** The first thing wrong with a secret word, which is a second password: it is held to the rules of the first, but may have spaces. */
export async function secretWordFault(
  parts: Pick<PasswordParts, 'hardened'>,
  { db, scope }: Pick<Within, 'db' | 'scope'>,
  word: string,
  owner: Owner,
): Promise<PasswordFault | undefined> {
  const security = await queries.findSecurity(db, scope);
  return faultOf(word, { ...rulesOf(parts, security), spaces: true }, owner, security);
}

const faultOf = async (secret: string, rules: PasswordRules, owner: Owner, { name, domains }: queries.Security) =>
  passwordFault(secret, rules, { owner, place: { organisation: name, domains }, isCommon: await commonPasswords() });

/** How a password came to be chosen: by a link, or by somebody signed in, whose session may go on. */
export type Choice = {
  readonly hash: string;
  readonly instead: string | null;
  readonly by: { readonly link: string } | { readonly sessionId: string; readonly mayGoOn: boolean };
};

/** A transaction, and where the request came from. */
export type Within = { readonly db: Db; readonly scope: Scope; readonly origin: Origin };

/**
 * Stores a chosen password with all that follows: no other way in stays open, old tries are forgiven, and its owner is
 * told. False, and nothing is stored, when the password was changed by somebody else meanwhile.
 */
export async function settle(
  { attempts, mailSealing }: PasswordParts,
  { db, scope, origin }: Within,
  holder: queries.Holder,
  { hash, instead, by }: Choice,
): Promise<boolean> {
  const byToken = 'link' in by;
  const at = await queries.updatePassword(db, scope, holder.id, { hash, instead, byToken });
  if (at === undefined) return false;
  const goesOn = !byToken && by.mayGoOn ? by.sessionId : undefined;
  await Promise.all([
    endTokens(db, scope, holder.id),
    endSessions(db, scope, holder.id, goesOn === undefined ? {} : { but: goesOn }),
    attempts.forgive(db, scope, holder),
    insertMail(db, scope, mailSealing, {
      kind: 'passwordChanged',
      facts: { at, address: origin.address, device: origin.device },
      userId: holder.id,
      to: holder.emailId,
    }),
    insertAudit(db, scope, origin, {
      action: byToken ? 'password.reset' : 'password.changed',
      entity: 'user',
      entityId: holder.id,
      tpath: holder.tpath,
      actorId: holder.id,
      ...(byToken ? { reason: by.link } : { sessionId: by.sessionId }),
    }),
  ]);
  return true;
}

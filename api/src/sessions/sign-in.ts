import { type ErrorCode, errors } from '@storeward/contract/errors';
import { userNameSigns } from '@storeward/contract/fields';
import type { Credentials, Tokens } from '@storeward/contract/sessions';
import { insertAudit } from '../audit/queries.ts';
import { browserMark, type Subject } from '../attempts/queries.ts';
import { listDomains } from '../organisations/queries.ts';
import type { OpenContext, OwnContext } from '../platform/context.ts';
import { demand, Refusal } from '../platform/errors.ts';
import { beginSession, type Begun, handOver, type SessionParts } from './begin.ts';
import { type Applicant, type Credential, findApplicant, findCredential, replaceHash } from './queries.ts';

/** Somebody as they say they are: the name their tries count by, and what is stored of them, if anybody has that name. */
type Named = { readonly subject: Subject; readonly credential: Credential | undefined };

type Refused = 'signIn.wrong' | 'signIn.notAllowed' | 'signIn.locked';
type Outcome<T> = T | { readonly refused: Refused };

/**
 * Signing in, step by step: who is meant, have they proved it, may they come in, and only then their session begins.
 *
 * Another way to prove it (a passkey, an identity provider) takes the place of the second step, and one thing more to show
 * (a second factor) stands between the third and the last. What is judged, refused and begun stays as it is.
 */
export async function signIn(parts: SessionParts, context: OwnContext, body: Credentials): Promise<Tokens> {
  const { userName, password } = readCredentials(body, parts.hardened);
  const named = await whoIsMeant(parts, context, userName);
  // the same work whether or not the name exists; all else about somebody is asked for once their password is right
  const proved = (await parts.hashing.matches(password, named.credential?.passwordHash)) && named.credential;
  const outcome = await context.transaction(async (open): Promise<Outcome<Begun>> => {
    const entered = await mayEnter(parts, open, named, proved || undefined);
    if ('refused' in entered) {
      await noteRefusal(open, named, entered.refused);
      return entered;
    }
    return beginSession(parts, open, entered);
  });
  if (!('refused' in outcome)) {
    await renewHash(parts, context, { password, proved });
    return handOver(parts, context.cookies, outcome);
  }
  throw new Refusal(outcome.refused);
}

/** Hashes a password anew that was hashed with an earlier key or at other costs: now that it is known, and its owner is in. */
async function renewHash(
  { hashing }: SessionParts,
  { transaction }: OwnContext,
  { password, proved }: { password: string; proved: Credential | false | undefined },
): Promise<void> {
  if (!proved || proved.passwordHash === null || !hashing.isOutdated(proved.passwordHash)) return;
  const { id, passwordHash: instead } = proved;
  const hash = await hashing.make(password).catch(() => undefined); // whoever is let in is not turned away for this
  if (hash) await transaction(({ db, portal }) => replaceHash(db, portal.scope, id, { hash, instead }));
}

/** Reads who is meant from what was typed, on the portal of the host; an address that has tried too often is heard no more. */
async function whoIsMeant({ attempts }: SessionParts, { transaction }: OwnContext, typed: string): Promise<Named> {
  return transaction(async ({ db, portal, origin }) => {
    await attempts.demandOpen(db, origin);
    const domains = (await listDomains(db, portal.scope)).map(({ domainName }) => domainName);
    const { userName, domainName = domains[0] ?? '' } = splitName(typed, domains);
    const mark = browserMark(origin);
    const credential = await findCredential(db, portal.scope, { userName, domainName }, mark);
    return { subject: { userName, domainName, device: credential?.knownDevice ? mark : undefined }, credential };
  });
}

/** Judges the try, and asks only for those who proved themselves whether they are let in at all. */
async function mayEnter(
  { attempts }: SessionParts,
  { db, portal, origin }: OpenContext,
  { subject }: Named,
  proved: Credential | undefined,
): Promise<Outcome<Applicant>> {
  const judgement = await attempts.judge(db, portal.scope, origin, subject, proved !== undefined);
  if (judgement !== 'right' || !proved) {
    return { refused: judgement === 'right' ? 'signIn.wrong' : `signIn.${judgement}` };
  }
  const applicant = await findApplicant(db, portal.scope, proved.id);
  return applicant?.open && portal.status ? applicant : { refused: 'signIn.notAllowed' };
}

/** Leaves a mark of the refusal with the organisation; what is written is alike for a name that exists and one that does not. */
async function noteRefusal({ db, portal, origin }: OpenContext, { credential }: Named, code: Refused): Promise<void> {
  await insertAudit(db, portal.scope, origin, {
    action: 'session.refused',
    entity: 'user',
    entityId: credential?.id ?? portal.orgId,
    tpath: portal.scope.lo,
    actorId: null,
    after: { device: origin.device },
    reason: code,
  });
}

/** Reads the three base64 fields strictly, and holds them to the signs that names and passwords have; base64 is how they travel, it protects nothing. The host they carry decides nothing. */
function readCredentials(
  { username, password, domainName }: Credentials,
  spaces: boolean,
): { userName: string; password: string } {
  const [userName, secret, host] = [decoded(username), decoded(password), decoded(domainName)];
  demand(userName !== undefined && secret !== undefined && host !== undefined, 'input.invalid');
  demandSigns(/^.{1,318}$/u.test(userName) && userNameSigns.test(userName), 'username', 'field.invalidCharacter');
  demandSigns(spaces || !/\s/u.test(secret), 'password', 'field.spaces');
  return { userName, password: secret };
}

/** What nobody can be called, and no password can be, is neither looked for nor counted. */
function demandSigns(sound: boolean, path: 'username' | 'password', messageCode: ErrorCode): void {
  demand(sound, 'input.invalid', { errors: [{ path, messageCode, message: errors[messageCode].text }] });
}

function decoded(base64: string): string | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') !== base64 || bytes.length > 1024) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Splits `name@domain`, but only at a domain of this portal: an @ may well be part of the name. */
export function splitName(
  typed: string,
  domains: readonly string[],
): { userName: string; domainName: string | undefined } {
  const at = typed.lastIndexOf('@');
  const domainName = typed.slice(at + 1).toLowerCase();
  return at > 0 && domains.includes(domainName)
    ? { userName: typed.slice(0, at), domainName }
    : { userName: typed, domainName: undefined };
}

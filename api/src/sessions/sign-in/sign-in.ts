import { type ErrorCode, errors } from '@storeward/contract/errors';
import { userNamePattern } from '@storeward/contract/fields';
import type { Credentials, Tokens } from '@storeward/contract/sessions';
import { insertLimitedAudit } from '../../audit/queries.ts';
import { type AddressLimit, browserHash, type Subject } from '../../rate-limits/queries.ts';
import { listDomains } from '../../organisations/queries.ts';
import type { PublicContext, ManualPublicContext } from '../../platform/http/pipeline/context.ts';
import { ensure, ApiError } from '../../platform/errors.ts';
import type { Origin } from '../../platform/actor.ts';
import { networkOf } from '../../platform/network.ts';
import type { SecretMatch } from '../../platform/security/hashing.ts';
import { startSession, type StartedSession, issueSession, type SessionDependencies } from './start-session.ts';
import { type SignInUser, type Credential, findSignInUser, findCredential, replaceHash } from '../queries.ts';

/** The subject that attempts are counted by, and the stored credential if such a user exists. */
type SignInAttempt = { readonly subject: Subject; readonly credential: Credential | undefined };

type SignInError = 'signIn.wrong' | 'signIn.notAllowed' | 'signIn.locked';
type Outcome<T> = T | { readonly error: SignInError };

/**
 * Signs in: resolve the user, verify the password, check that sign-in is allowed, start the session.
 *
 * Extension points: another authentication method (passkey, identity provider) replaces the second step; a second factor
 * goes between the third and the last. Rate limiting, audit and session start stay the same.
 */
export async function signIn(
  dependencies: SessionDependencies,
  context: ManualPublicContext,
  body: Credentials,
): Promise<Tokens> {
  const { userName, password } = readCredentials(body, dependencies.hardened);
  const attempt = await resolveUser(dependencies, context, userName);
  // same work whether or not the name exists (timing); further user data is read only after the password is verified
  const match = await dependencies.hashing.match(password, attempt.credential?.passwordHash, context.origin);
  const verified = match && attempt.credential;
  const outcome = await context.transaction(async (publicContext): Promise<Outcome<StartedSession>> => {
    const checked = await checkSignIn(dependencies, publicContext, attempt, verified);
    if ('error' in checked) {
      await auditFailure(publicContext, attempt, checked.error);
      return checked;
    }
    return startSession(dependencies, publicContext, checked);
  });
  if (!('error' in outcome)) {
    await rehashOutdated(dependencies, context, { password, verified, match });
    return issueSession(dependencies, context.cookies, outcome);
  }
  throw new ApiError(outcome.error);
}

/** Rehashes a verified password whose hash uses an earlier key, other cost parameters or the text as it was typed. */
async function rehashOutdated(
  { hashing }: SessionDependencies,
  { transaction, origin }: ManualPublicContext,
  { password, verified, match }: { password: string; verified: Credential | undefined; match: SecretMatch | undefined },
): Promise<void> {
  if (!verified || verified.passwordHash === null) return;
  if (match !== 'asTyped' && !hashing.isOutdated(verified.passwordHash)) return;
  const { id, passwordHash: currentHash } = verified;
  const newHash = await hashing.hash(password, origin).catch(() => undefined); // best effort: must not fail the sign-in
  if (newHash) await transaction(({ db, portal }) => replaceHash(db, portal.scope, id, { newHash, currentHash }));
}

/** Resolves the entered name on the host's portal; throws for an address that has exceeded its limit. */
async function resolveUser(
  { rateLimits }: SessionDependencies,
  { transaction }: ManualPublicContext,
  input: string,
): Promise<SignInAttempt> {
  return transaction(async ({ db, portal, origin }) => {
    const domains = (await listDomains(db, portal.scope)).map(({ domainName }) => domainName);
    const { userName, domainName = domains[0] ?? '' } = splitUserName(input, domains);
    const browser = browserHash(origin);
    const credential = await findCredential(db, portal.scope, { userName, domainName }, browser);
    const device = credential?.knownDevice ? browser : undefined;
    const attempt = { subject: { userName, domainName, device }, credential };
    await rateLimits.ensureAddressAllowed(db, addressLimit(attempt, origin));
    return attempt;
  });
}

/** A browser that the user has signed in with before is counted by itself only. */
const addressLimit = ({ subject }: SignInAttempt, origin: Origin): AddressLimit =>
  subject.device ? 'exempt' : { origin, purpose: 'signIn' };

/** Counts the attempt, and for a verified password checks that user, role, node and portal are enabled. */
async function checkSignIn(
  { rateLimits }: SessionDependencies,
  { db, portal, origin }: PublicContext,
  attempt: SignInAttempt,
  verified: Credential | undefined,
): Promise<Outcome<SignInUser>> {
  const { subject } = attempt;
  const result = await rateLimits.recordAttempt(
    db,
    portal.scope,
    addressLimit(attempt, origin),
    subject,
    verified !== undefined,
  );
  if (result !== 'right' || !verified) {
    return { error: result === 'right' ? 'signIn.wrong' : `signIn.${result}` };
  }
  const user = await findSignInUser(db, portal.scope, verified.id);
  return user?.enabled && portal.status ? user : { error: 'signIn.notAllowed' };
}

/** How many failed attempts of one client at one account in an hour get an audit entry; further ones are counted. */
const listedAttempts = 20;

/** Writes the audit entry of a refused sign-in; the same amount of work for existing and unknown names. */
async function auditFailure(
  { db, portal, origin }: PublicContext,
  { credential }: SignInAttempt,
  code: SignInError,
): Promise<void> {
  const event = {
    action: 'session.refused',
    entity: 'user',
    entityId: credential?.id ?? portal.orgId,
    tpath: portal.scope.lo,
    actorId: null,
    after: { device: origin.device },
    reason: code,
  } as const;
  const group = `${event.entityId} ${networkOf(origin.address)}`;
  await insertLimitedAudit(db, portal.scope, origin, event, { group, listed: listedAttempts });
}

/** Decodes the three base64 fields strictly and checks their characters. Base64 is transport encoding only; the host field is ignored. */
function readCredentials(
  { username, password, domainName }: Credentials,
  allowSpaces: boolean,
): { userName: string; password: string } {
  const [userName, secret, host] = [
    decodeBase64(username)?.trim().normalize('NFC'),
    decodeBase64(password),
    decodeBase64(domainName),
  ];
  ensure(userName !== undefined && secret !== undefined && host !== undefined, 'input.invalid');
  ensureCharacters(
    /^.{1,318}$/u.test(userName) && userNamePattern.test(userName),
    'username',
    'field.invalidCharacter',
  );
  ensureCharacters(allowSpaces || !/\s/u.test(secret), 'password', 'field.spaces');
  return { userName, password: secret };
}

/** Rejects input that no name or password can contain, before any lookup or counting. */
function ensureCharacters(valid: boolean, path: 'username' | 'password', messageCode: ErrorCode): void {
  ensure(valid, 'input.invalid', { errors: [{ path, messageCode, message: errors[messageCode].text }] });
}

function decodeBase64(base64: string): string | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') !== base64 || bytes.length > 1024) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Splits `name@domain` only at a domain of this portal, since user names may contain an @. */
export function splitUserName(
  input: string,
  domains: readonly string[],
): { userName: string; domainName: string | undefined } {
  const separatorIndex = input.lastIndexOf('@');
  const domainName = input.slice(separatorIndex + 1).toLowerCase();
  return separatorIndex > 0 && domains.includes(domainName)
    ? { userName: input.slice(0, separatorIndex), domainName }
    : { userName: input, domainName: undefined };
}

import { createHash, randomBytes } from 'node:crypto';
import {
  accessTokenSeconds,
  claim,
  type Credentials,
  nodeClaimPrefix,
  type sessions,
} from '@storeward/contract/sessions';
import { insertAudit } from '../audit/queries.ts';
import { listDomains } from '../organisations/queries.ts';
import type { Portal } from '../platform/actor.ts';
import type { Context, OwnContext, Service } from '../platform/context.ts';
import { demand, Refusal } from '../platform/errors.ts';
import type { Hashing } from '../platform/hashing.ts';
import { newId } from '../platform/ids.ts';
import type { Tokens } from '../platform/tokens.ts';
import { type Credential, endSession, findApplicant, findCredential, insertSession } from './queries.ts';

/** What signing in stands on, besides the database. */
export type SessionParts = { readonly hashing: Hashing; readonly tokens: Tokens };

/** However busy, a session is over after this long. */
const longestSessionHours = 12;

/** Signing in and signing out. */
export function sessionsService({ hashing, tokens }: SessionParts): Service<typeof sessions> {
  return {
    async login(context, { body }) {
      const { userName, password } = readCredentials(body);
      const { portal, credential } = await context.transaction(async ({ db, portal }) => {
        const domains = (await listDomains(db, portal.scope)).map(({ domainName }) => domainName);
        const named = splitName(userName, domains);
        const domain = named.domainName ?? domains[0] ?? '';
        return { portal, credential: await findCredential(db, portal.scope, named.userName, domain) };
      });
      // the same work whether or not the name exists; all else about somebody is asked for once their password is right
      const right = await hashing.matches(password, credential?.passwordHash);
      if (!credential || !right) return refuse(context, 'signIn.wrong', portal, credential);
      return begin(context, tokens, portal, credential);
    },

    logout: (context) => signOut(context),
    logoutAgain: (context) => signOut(context),
  };
}

/** Leaves a mark of the refusal with the organisation; what is written is alike for a name that exists and one that does not. */
async function refuse(
  context: OwnContext,
  code: 'signIn.wrong' | 'signIn.notAllowed',
  portal: Portal,
  credential: Credential | undefined,
): Promise<never> {
  await context.transaction(({ db, origin }) =>
    insertAudit(db, portal.scope, origin, {
      action: 'session.refused',
      entity: 'user',
      entityId: credential?.id ?? portal.orgId,
      tpath: portal.scope.lo,
      actorId: null,
      reason: code,
    }),
  );
  throw new Refusal(code);
}

async function begin(context: OwnContext, tokens: Tokens, portal: Portal, credential: Credential) {
  const sessionId = newId();
  const refreshToken = randomBytes(32).toString('base64url');
  const refreshHash = createHash('sha256').update(refreshToken).digest();
  const begun = await context.transaction(async ({ db, origin }) => {
    const found = await findApplicant(db, portal.scope, credential.id);
    if (!found?.open || !portal.status) return undefined;
    const { address, device } = origin;
    const session = { id: sessionId, userId: found.id, assignmentId: found.assignmentId, refreshHash, address, device };
    const [moment] = await Promise.all([
      insertSession(db, portal.scope, session, longestSessionHours),
      insertAudit(db, portal.scope, origin, {
        action: 'session.began',
        entity: 'user',
        entityId: found.id,
        tpath: found.tpath,
        actorId: found.id,
        sessionId,
      }),
    ]);
    return { applicant: found, began: moment };
  });
  if (!begun) return refuse(context, 'signIn.notAllowed', portal, credential);
  const { applicant, began } = begun;
  const life = { from: began, until: began + accessTokenSeconds };
  const who = { userId: applicant.id, orgId: portal.orgId };
  const nodeClaim = (id: string | null) => (id ? `${nodeClaimPrefix}${id}` : null);
  const [accessToken, idToken] = await Promise.all([
    tokens.access({ ...who, sessionId }, life),
    tokens.id(
      {
        ...who,
        email: applicant.email,
        [claim('roles')]: JSON.stringify(applicant.roles),
        [claim('user_id')]: applicant.id,
        [claim('username')]: applicant.domainName
          ? `${applicant.userName}@${applicant.domainName}`
          : applicant.userName,
        [claim('rootNode')]: applicant.rootNode,
        [claim('apiKey')]: portal.apiKey,
        [claim('rootNodeId')]: nodeClaim(applicant.rootNodeId),
        [claim('organizationId')]: nodeClaim(portal.orgId),
      },
      life,
    ),
  ]);
  return { accessToken, idToken, refreshToken };
}

async function signOut({ actor, db, origin }: Context) {
  const ended = await endSession(db, actor.scope, actor.homeOrgId, actor.sessionId);
  await insertAudit(db, actor.scope, origin, {
    action: 'session.ended',
    entity: 'user',
    entityId: actor.userId,
    tpath: actor.scope.lo,
    actorId: actor.userId,
    sessionId: actor.sessionId,
  });
  return { ended };
}

/** Reads the three base64 fields strictly; base64 is how they travel, it protects nothing. The host they carry decides nothing. */
function readCredentials({ username, password, domainName }: Credentials): { userName: string; password: string } {
  const [userName, secret, host] = [decoded(username), decoded(password), decoded(domainName)];
  demand(userName !== undefined && secret !== undefined && host !== undefined, 'input.invalid');
  return { userName, password: secret };
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

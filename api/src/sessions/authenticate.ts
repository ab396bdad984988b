import { claimImport } from '../imports/queries.ts';
import type { Actor, Origin, Portal, Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { ApiError } from '../platform/errors.ts';
import type {
  AuditEntries,
  Authenticator,
  ChangeEvents,
  Job,
  Target,
  VerifiedToken,
} from '../platform/http/pipeline/context.ts';
import { equalsInConstantTime } from '../platform/http/pipeline/csrf.ts';
import { isApiKey } from '../platform/security/api-keys.ts';
import { recentEntries } from '../platform/recent-entries.ts';
import { type Tokens, unboundToken } from '../platform/security/tokens.ts';
import { claimConfirmedEmail } from '../users/queries.ts';
import { claimAuditEntries, claimChangeEvents } from '../webhooks/queries.ts';
import { bindingOf } from './binding.ts';
import type { IdleRules } from './idle.ts';
import { type KeyDependencies, keyVerifier, readKey } from './key-authentication.ts';
import { openPortal, openSession } from './opening-queries.ts';
import { rightsByText } from './shared-rights.ts';

type KeyToken = Pick<VerifiedToken, 'apiKey' | 'expiresAt'> & Partial<Pick<VerifiedToken, 'userId'>>;

type CachedActor = { readonly stamp: string; readonly actor: Actor };

/** The JSON of `open_session`: the acting user with their rights; `lo` and `hi` bound the scope's `tpath` range. */
type OpenedSession = Omit<Actor, 'scope' | 'permissions' | 'ancestors' | 'impersonation'> & {
  readonly orgId: string;
  readonly lo: string;
  readonly hi: string;
  readonly above: Actor['ancestors'];
  readonly seeing?: Actor['impersonation'];
};

/** The JSON of a claimed background run; `actor` is null once its owner has lost access. */
type ClaimedRun = Omit<Job, 'scope' | 'actor'> & {
  readonly orgId: string;
  readonly lo: string;
  readonly hi: string;
  readonly actor: Omit<OpenedSession, 'orgId' | 'lo' | 'hi'> | null;
};

/** The JSON of `claim_change_events`. */
type ClaimedEvents = Pick<ChangeEvents, 'from' | 'until'> &
  Pick<Scope, 'orgId' | 'lo' | 'hi'> & {
    readonly events: ChangeEvents['events'];
  };

/** The JSON of `claim_webhook_entries`. */
type ClaimedEntries = Omit<AuditEntries, 'scope'> & Pick<Scope, 'orgId' | 'lo' | 'hi'>;

/** An actor is read again after five to ten minutes without a request: most sessions end without signing out. */
const [maxCachedActors, keepActorMs] = [10_000, 300_000];

/** Resolves tokens to actors, hosts to portals and claimed work to its scope. The only module that creates a `Scope`. */
export function authenticator(
  tokens: Tokens,
  isGlobalHost: (host: string) => boolean,
  idle: IdleRules,
  keys: KeyDependencies,
): Authenticator {
  // Last actor by session id, valid only while the database returns the same stamp; spares transfer and parsing.
  const cachedActors = recentEntries<CachedActor>(maxCachedActors, keepActorMs);
  const portalHost = (host: string) => (isGlobalHost(host) ? null : host);
  const { verifyKey, verifyClient } = keyVerifier(keys, actorOfKey);
  const sharedRights = rightsByText();
  const withActor = (verified: Omit<VerifiedToken, 'cachedActor'>): VerifiedToken => ({
    ...verified,
    cachedActor: cachedActors.get(verified.sessionId)?.actor,
  });

  return {
    async verifyToken(authorization, origin) {
      const token = /^Bearer ([\w.-]{1,4096})$/i.exec(authorization ?? '')?.[1];
      if (!token) return undefined;
      if (isApiKey(token)) return withActor(await verifyKey(token, origin));
      const claims = await tokens.read(token);
      const client = claims ? undefined : await tokens.readClient(token);
      if (client) return withActor(verifyClient(client));
      if (!claims || !isBoundToBrowser(origin, claims.binding)) return undefined;
      const { userId, orgId, sessionId, expiresAt } = claims;
      return withActor({ userId, orgId, sessionId, expiresAt });
    },

    async authenticate(db, token, origin, target) {
      const actor =
        token && (await (token.apiKey ? actorOfKey(db, token, origin) : actorOf(db, token, origin, target)));
      if (actor) return actor;
      throw new ApiError((await findPortal(db, origin.host)) ? 'session.expired' : 'tenant.unknown');
    },

    async claimJob(db) {
      const claimed = await claimImport(db);
      if (!claimed) return undefined;
      const { orgId, lo, hi, actor, ...run } = JSON.parse(claimed) as ClaimedRun;
      const scope = createScope(orgId, lo, hi);
      return { ...run, scope, actor: actor ? actorFrom({ ...actor, orgId, lo, hi }) : undefined };
    },

    async claimChangeEvents(db) {
      const claimed = await claimChangeEvents(db);
      if (!claimed) return undefined;
      const { orgId, lo, hi, from, until, events } = JSON.parse(claimed) as ClaimedEvents;
      return { from, until, events, scope: createScope(orgId, lo, hi) };
    },

    async claimAuditEntries(db, types, limit) {
      const claimed = await claimAuditEntries(db, types, limit);
      if (!claimed) return undefined;
      const { orgId, lo, hi, ...rest } = JSON.parse(claimed) as ClaimedEntries;
      return { ...rest, scope: createScope(orgId, lo, hi) };
    },

    async claimConfirmedEmail(db) {
      const claimed = await claimConfirmedEmail(db);
      if (!claimed) return undefined;
      const { orgId, lo, hi, userId } = JSON.parse(claimed) as Pick<Scope, 'orgId' | 'lo' | 'hi'> & { userId: string };
      return { scope: createScope(orgId, lo, hi), userId };
    },

    findPortal,
  };

  /** The actor of a session; undefined once the session has ended. */
  async function actorOf(
    db: Db,
    { userId, orgId, sessionId, expiresAt }: VerifiedToken,
    { host, apiKey, idleSeconds }: Origin,
    target: Target,
  ): Promise<Actor | undefined> {
    const asSelf = target.asSelf === true;
    const cached = asSelf ? undefined : cachedActors.get(sessionId);
    const isExpectedUser = ({ impersonation, ...actor }: Actor) =>
      (impersonation?.viewerId ?? actor.userId) === userId && (impersonation?.viewerOrgId ?? actor.homeOrgId) === orgId;
    const opened = await openSession(db, {
      sessionId,
      ends: expiresAt,
      host: portalHost(host),
      requestHost: host,
      target: target.id ?? null,
      orgId: target.orgId ?? null,
      knownStamp: cached?.stamp ?? null,
      apiKey: apiKey ?? null,
      idleSeconds: idleSeconds ?? null,
      idle,
      asSelf,
    });
    if (!opened) {
      cachedActors.delete(sessionId);
      return undefined;
    }
    const { stamp, json } = opened;
    if (json === undefined) return isExpectedUser(cached!.actor) ? cached!.actor : undefined;
    const actor = actorFrom(JSON.parse(json) as OpenedSession);
    if (!isExpectedUser(actor)) return undefined;
    // not cached for global users: the organisation they act in changes from request to request
    if (actor.rootNode?.nodeType !== 'GLOBAL' && !asSelf) cachedActors.set(sessionId, { stamp, actor });
    return actor;
  }

  /** The service account of an API key; throws `apiKey.*`, or `tenant.unknown` on a host without a portal. */
  async function actorOfKey(db: Db, token: KeyToken, origin: Origin): Promise<Actor> {
    const { host } = origin;
    const known = token.userId === undefined ? undefined : cachedActors.get(token.userId);
    const hosts = { host: portalHost(host), requestHost: host, knownStamp: known?.stamp ?? null };
    const { stamp, json } = await readKey(db, token, origin, hosts).catch(async (error: unknown) => {
      if (token.userId !== undefined) cachedActors.delete(token.userId);
      const isUnknown = error instanceof ApiError && error.code === 'apiKey.invalid';
      throw isUnknown && !(await findPortal(db, host)) ? new ApiError('tenant.unknown') : error;
    });
    if (json === undefined) return known!.actor;
    const actor = actorFrom(JSON.parse(json) as OpenedSession);
    cachedActors.set(actor.sessionId, { stamp, actor });
    return actor;
  }

  async function findPortal(db: Db, host: string): Promise<Portal | undefined> {
    const opened = await openPortal(db, portalHost(host));
    if (!opened) return undefined;
    const { lo, hi, ...portal } = JSON.parse(opened) as Omit<Portal, 'scope'> & { lo: string; hi: string };
    return { ...portal, scope: createScope(portal.orgId, lo, hi) };
  }

  function actorFrom({ orgId, lo, hi, above, seeing, ...fields }: OpenedSession): Actor {
    const scope = createScope(orgId, lo, hi);
    return { ...fields, ...sharedRights(fields.accessRights), ancestors: above, impersonation: seeing ?? null, scope };
  }
}

/** Tokens issued to a browser require its session cookie; tokens issued to a program are rejected from browsers. */
function isBoundToBrowser({ browser, cookies }: Origin, binding: string): boolean {
  if (binding === unboundToken) return !browser;
  return (
    cookies.session !== undefined && equalsInConstantTime(bindingOf(cookies.session).toString('base64url'), binding)
  );
}

/** Creates a `Scope`. A `tpath` of one label is the organisation's root, so the scope is the `whole` organisation. */
function createScope(orgId: string, lo: string, hi: string): Scope {
  return Object.freeze({ orgId, lo, hi, whole: lo !== '' && lo.indexOf('.') === lo.length - 1 }) as Scope;
}

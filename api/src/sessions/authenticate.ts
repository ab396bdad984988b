import { permissionsOf } from '@storeward/contract/modules';
import { takeUpImport } from '../imports/queries.ts';
import type { Actor, Origin, Portal, Scope } from '../platform/actor.ts';
import type { Errand, Gate, News } from '../platform/context.ts';
import { alike } from '../platform/page-marks.ts';
import { type Tokens, unbound } from '../platform/tokens.ts';
import { takeUpNews } from '../webhooks/queries.ts';
import { bindingOf } from './binding.ts';
import type { IdleRules } from './idle.ts';
import { openPortal, openSession } from './queries.ts';

type Seen = { readonly stamp: string; readonly actor: Actor };

/** What the session's row answers: everything about who acts. */
type Opened = Omit<Actor, 'scope' | 'permissions'> & {
  readonly orgId: string;
  readonly lo: string;
  readonly hi: string;
};

/** What is answered of work in the background: where it may reach, and who acts while they may. */
type Taken = Omit<Errand, 'scope' | 'actor'> & {
  readonly orgId: string;
  readonly lo: string;
  readonly hi: string;
  readonly actor: Omit<Opened, 'orgId' | 'lo' | 'hi'> | null;
};

const remembered = 10_000;

/** The way in: from a token to the one who asks, from a host to its portal. Nowhere else is a Scope made. */
export function gate(tokens: Tokens, isGlobalHost: (host: string) => boolean, idle: IdleRules): Gate {
  // Who was seen under a session, with the stamp of what that was made from. Only a start to read with, never the authority.
  const seen = new Map<string, Seen>();
  const portalHost = (host: string) => (isGlobalHost(host) ? null : host);

  return {
    async identify(authorization, origin) {
      const token = /^Bearer ([\w.-]{1,4096})$/i.exec(authorization ?? '')?.[1];
      const claims = token ? await tokens.read(token) : undefined;
      if (!claims || !isHeldBy(origin, claims.binding)) return undefined;
      const { userId, orgId, sessionId, ends } = claims;
      return { userId, orgId, sessionId, ends, lastSeen: seen.get(sessionId)?.actor };
    },

    async open(db, { userId, orgId, sessionId, ends }, { host, apiKey, idleSeconds }, target = {}) {
      const ownEyes = target.asOneself === true;
      const known = ownEyes ? undefined : seen.get(sessionId);
      const isMeant = ({ seeing, ...actor }: Actor) =>
        (seeing?.viewerId ?? actor.userId) === userId && (seeing?.viewerOrgId ?? actor.homeOrgId) === orgId;
      const opened = await openSession(db, {
        sessionId,
        ends,
        host: portalHost(host),
        target: target.id ?? null,
        orgId: target.orgId ?? null,
        knownStamp: known?.stamp ?? null,
        apiKey: apiKey ?? null,
        idleSeconds: idleSeconds ?? null,
        idle,
        ownEyes,
      });
      if (!opened) {
        seen.delete(sessionId);
        return undefined;
      }
      if (opened === known?.stamp) return isMeant(known.actor) ? known.actor : undefined;
      const end = opened.indexOf('\n');
      const actor = actorFrom(JSON.parse(opened.slice(end + 1)) as Opened);
      if (!isMeant(actor)) return undefined;
      // a global user acts in another organisation each time, so there is nothing to start with
      if (actor.rootNode?.nodeType !== 'GLOBAL' && !ownEyes)
        remember(sessionId, { stamp: opened.slice(0, end), actor });
      return actor;
    },

    async takeUp(db) {
      const taken = await takeUpImport(db);
      if (!taken) return undefined;
      const { orgId, lo, hi, actor, ...run } = JSON.parse(taken) as Taken;
      const scope = mint(orgId, lo, hi);
      return { ...run, scope, actor: actor ? actorFrom({ ...actor, orgId, lo, hi }) : undefined };
    },

    async takeUpNews(db) {
      const taken = await takeUpNews(db);
      if (!taken) return undefined;
      const { orgId, lo, hi, ...news } = JSON.parse(taken) as Omit<News, 'scope'> & Pick<Scope, 'orgId' | 'lo' | 'hi'>;
      return { ...news, scope: mint(orgId, lo, hi) };
    },

    async portal(db, host) {
      const opened = await openPortal(db, portalHost(host));
      if (!opened) return undefined;
      const { lo, hi, ...portal } = JSON.parse(opened) as Omit<Portal, 'scope'> & { lo: string; hi: string };
      return { ...portal, scope: mint(portal.orgId, lo, hi) };
    },
  };

  function remember(sessionId: string, entry: Seen): void {
    seen.delete(sessionId);
    seen.set(sessionId, entry);
    if (seen.size > remembered) seen.delete(seen.keys().next().value!);
  }
}

/** A token is good in the browser it was given to, or, where it was given to a program, outside of any browser. */
function isHeldBy({ browser, cookies }: Origin, binding: string): boolean {
  if (binding === unbound) return !browser;
  return cookies.session !== undefined && alike(bindingOf(cookies.session).toString('base64url'), binding);
}

const actorFrom = ({ orgId, lo, hi, ...who }: Opened): Actor => ({
  ...who,
  seeing: who.seeing ?? null,
  permissions: permissionsOf(who.accessRights),
  scope: mint(orgId, lo, hi),
});

/** Makes a Scope: the only place that does. A path of one label is the organisation's own, so the scope is all of it. */
function mint(orgId: string, lo: string, hi: string): Scope {
  return Object.freeze({ orgId, lo, hi, whole: lo !== '' && lo.indexOf('.') === lo.length - 1 }) as Scope;
}

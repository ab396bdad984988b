import { permissionsOf } from '@storeward/contract/modules';
import type { Actor, Portal, Scope } from '../platform/actor.ts';
import type { Gate } from '../platform/context.ts';
import type { Tokens } from '../platform/tokens.ts';
import { openPortal, openSession } from './queries.ts';

type Seen = { readonly stamp: string; readonly actor: Actor };

/** What the session's row answers: everything about who acts. */
type Opened = Omit<Actor, 'scope' | 'permissions'> & {
  readonly orgId: string;
  readonly lo: string;
  readonly hi: string;
};

const remembered = 10_000;

/** The way in: from a token to the one who asks, from a host to its portal. Nowhere else is a Scope made. */
export function gate(tokens: Tokens, isGlobalHost: (host: string) => boolean): Gate {
  // Who was seen under a session, with the stamp of what that was made from. Only a start to read with, never the authority.
  const seen = new Map<string, Seen>();
  const portalHost = (host: string) => (isGlobalHost(host) ? null : host);

  return {
    async identify(authorization) {
      const token = /^Bearer ([\w.-]{1,4096})$/i.exec(authorization ?? '')?.[1];
      const claims = token ? await tokens.read(token) : undefined;
      if (!claims) return undefined;
      return { sessionId: claims.sessionId, ends: claims.ends, lastSeen: seen.get(claims.sessionId)?.actor };
    },

    async open(db, { sessionId, ends }, host, target = {}) {
      const known = seen.get(sessionId);
      const opened = await openSession(db, {
        sessionId,
        ends,
        host: portalHost(host),
        target: target.id ?? null,
        orgId: target.orgId ?? null,
        knownStamp: known?.stamp ?? null,
      });
      if (!opened) {
        seen.delete(sessionId);
        return undefined;
      }
      if (opened === known?.stamp) return known.actor;
      const end = opened.indexOf('\n');
      const actor = actorFrom(JSON.parse(opened.slice(end + 1)) as Opened);
      // a global user acts in another organisation each time, so there is nothing to start with
      if (actor.rootNode?.nodeType !== 'GLOBAL') remember(sessionId, { stamp: opened.slice(0, end), actor });
      return actor;
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

const actorFrom = ({ orgId, lo, hi, ...who }: Opened): Actor => ({
  ...who,
  permissions: permissionsOf(who.accessRights),
  scope: mint(orgId, lo, hi),
});

/** Makes a Scope: the only place that does. A path of one label is the organisation's own, so the scope is all of it. */
function mint(orgId: string, lo: string, hi: string): Scope {
  return Object.freeze({ orgId, lo, hi, whole: lo !== '' && lo.indexOf('.') === lo.length - 1 }) as Scope;
}

import type { PortalHostInput } from '@storeward/contract/organisations/portal-hosts';
import { errors } from '@storeward/contract/errors';
import type { Context } from '../platform/http/pipeline/context.ts';
import { ApiError, ensure } from '../platform/errors.ts';
import * as queries from './host-queries.ts';
import { areSameHosts } from './policy.ts';

type StoredHost = queries.StoredHost;

type HostChange = { readonly url: string; readonly portalHosts?: readonly PortalHostInput[] | undefined };

const primaryOf = (hosts: readonly StoredHost[]) => hosts.find(({ isPrimary }) => isPrimary)?.hostName;

/** The hosts in a request. It may name the primary one as `url`, in the list, or both. */
export function requestedHosts(before: readonly StoredHost[], { url, portalHosts }: HostChange): StoredHost[] {
  const themeOf = new Map(before.map(({ hostName, themeNodeId }) => [hostName, themeNodeId]));
  const listed = (portalHosts ?? before).map(({ hostName, isPrimary, themeNodeId }) => ({
    hostName,
    isPrimary,
    themeNodeId: themeNodeId === undefined ? (themeOf.get(hostName) ?? null) : themeNodeId,
  }));
  if (url === primaryOf(listed)) return listed;
  if (!areSameHosts(before, listed)) {
    ensure(url === primaryOf(before), 'organisation.primaryHostUnclear');
    return listed;
  }
  if (listed.some(({ hostName }) => hostName === url))
    return listed.map((host) => ({ ...host, isPrimary: host.hostName === url }));
  const replaced = listed.find(({ isPrimary }) => isPrimary);
  return [
    { hostName: url, isPrimary: true, themeNodeId: replaced?.themeNodeId ?? null },
    ...listed.filter((host) => host !== replaced),
  ];
}

/** Throws `organisation.urlTaken` with the index of a new host if it belongs to another organisation or to the platform. */
async function ensureHostsFree(
  { db, actor }: Context,
  hosts: readonly StoredHost[],
  isPlatformHost: (host: string) => boolean,
): Promise<void> {
  const names = hosts.map(({ hostName }) => hostName);
  const taken = new Set(await queries.findTakenHosts(db, actor.scope, names));
  const messageCode = 'organisation.urlTaken';
  const fieldErrors = names.flatMap((host, index) =>
    taken.has(host) || isPlatformHost(host)
      ? [{ path: `portalHosts.${index}.hostName`, messageCode, message: errors[messageCode].text }]
      : [],
  );
  if (fieldErrors.length > 0) throw new ApiError(messageCode, { errors: fieldErrors });
}

/** Replaces the hosts of the actor's organisation after checking them against the current ones. */
export async function saveHosts(
  context: Context,
  before: readonly StoredHost[],
  requested: readonly StoredHost[],
  isPlatformHost: (host: string) => boolean,
): Promise<void> {
  if (areSameHosts(before, requested)) return;
  const { db, actor } = context;
  await ensureHostsFree(context, requested, isPlatformHost);
  const knownThemes = new Set(before.map(({ themeNodeId }) => themeNodeId));
  const newThemes = new Set(requested.flatMap(({ themeNodeId: id }) => (id && !knownThemes.has(id) ? [id] : [])));
  ensure((await queries.countNodes(db, actor.scope, [...newThemes])) === newThemes.size, 'node.unknown');
  await queries.updateHosts(db, actor.scope, requested);
  // the links name the host that was the primary one when they were mailed, which may be any of them
  const kept = new Set(requested.map(({ hostName }) => hostName));
  if (before.some(({ hostName }) => !kept.has(hostName))) await queries.invalidateMailedLinks(db, actor.scope);
}

/** Hosts as audit entries contain them: the primary one marked, and the node whose theme a host shows, if any. */
export const auditedHosts = (hosts: readonly (StoredHost & { themeNodeName: string | null })[]): string[] =>
  hosts.map(({ hostName, isPrimary, themeNodeId, themeNodeName }) =>
    [hostName, isPrimary && '*', themeNodeId && `(${themeNodeName ?? themeNodeId})`].filter(Boolean).join(' '),
  );

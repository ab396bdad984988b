import type { ErrorCode } from '@storeward/contract/errors';
import type { NodeId } from '@storeward/contract/nodes';
import { type Domain, type Organisation, type organisations, proposedCode } from '@storeward/contract/organisations';
import { pageWanted } from '@storeward/contract/paging';
import { firstRole } from '@storeward/contract/ready-roles';
import { defaultTheme, themeFrom } from '@storeward/contract/settings/theme';
import { randomBytes } from 'node:crypto';
import { difference, insertAudit } from '../audit/queries.ts';
import type { Context, Service } from '../platform/context.ts';
import { demand, Refusal } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { findInvited } from './administrator-queries.ts';
import { handOver, type Invite } from './first-administrator.ts';
import { addressFault, isToldOfAbove, organisationAbilities, ownFault } from './policy.ts';
import * as queries from './queries.ts';

/** What looking after organisations stands on: the platform's own address, and which hosts are its own. */
export type OrganisationParts = {
  readonly publicUrl: string;
  readonly isPlatformHost: (host: string) => boolean;
  /** Mails somebody who has no password yet a link to choose one. */
  readonly invite: Invite;
};

/** The organisations and their domains. */
export function organisationsService({
  publicUrl,
  isPlatformHost,
  invite,
}: OrganisationParts): Service<typeof organisations> {
  return {
    domainsOfHost: async ({ db, portal }) => [{ domains: await queries.listDomains(db, portal.scope) }],

    async domains({ db, actor }, { params }) {
      const [known, domains] = await Promise.all([
        queries.hasOrganisation(db, actor.scope, params.id),
        queries.listDomains(db, actor.scope),
      ]);
      demand(known, 'node.unknown');
      return [{ domains }];
    },

    async list({ db, actor }, { query }) {
      const wanted = pageWanted(query, 'name:asc');
      demand(wanted.cursor === undefined, 'input.badCursor'); // organisations come page by page only
      const { rows, total } = await queries.listOrganisations(db, actor.scope, wanted);
      const can = organisationAbilities(actor);
      return {
        result: rows.map(({ id, url, logoURL, ...row }) => ({
          ...row,
          ...addressed(url),
          id: id as NodeId,
          logoURL: themeFrom({ logoURL }).logoURL,
          can,
        })),
        total,
      };
    },

    get: (context, { params }) => organisationInScope(context, params.id, { alsoAbove: true }),

    async create(context, { body }) {
      const { db, actor } = context;
      demand(!isPlatformHost(body.url), 'organisation.urlTaken');
      const id = newId() as NodeId;
      const proposed = proposedCode(body.name) || 'ORG';
      const made = { ...body, id, proposed, apiKey: randomBytes(20).toString('hex') };
      const code = await queries.insertOrganisation(db, actor.scope, made);
      demand(code, 'organisation.onlyFromAbove');
      const { logoURL = null, logoURLPortrait = null } = body;
      for (const logo of new Set([logoURL, logoURLPortrait]))
        if (logo) demand(await queries.handUpload(db, logo, id), 'file.addressInvalid');
      return context.actingIn(id, async (within) => {
        const { scope } = within.actor;
        await queries.updateUrl(db, scope, body.url);
        const given = body.domains?.length ? body.domains : [{ domainName: body.url, isDefault: true }];
        await queries.updateDomains(db, scope, given);
        const roleId = await queries.insertRole(db, scope, firstRole, actor.userId);
        await queries.insertTheme(db, scope, { ...defaultTheme, logoURL, logoURLPortrait }, actor.userId);
        const { domainName } = given.find(({ isDefault }) => isDefault)!;
        if (body.administrator) await handOver(within, { ...body.administrator, roleId, domainName }, invite);
        const organisation = await organisationInScope(within, id);
        await writeDown(within, id, 'organisation.created', { after: { ...filledIn(organisation), code } });
        return organisation;
      });
    },

    async invite(context, { params }) {
      const { db, actor } = context;
      const { can } = await toBeChanged(context, params.id, undefined);
      demand(can.invite, 'organisation.onlyFromAbove');
      const invited = await findInvited(db, actor.scope);
      demand(invited, 'organisation.nobodyToInvite');
      await invite(context, invited);
      return organisationInScope(context, params.id);
    },

    async update(context, { params, body, version }) {
      const { db, actor } = context;
      const before = await toBeChanged(context, params.id, version);
      const { url, domains = before.domains, address = before.address } = withoutNulls(body);
      refuse(addressFault(actor, before, { url, domains }));
      demand(!isPlatformHost(url), 'organisation.urlTaken');
      await demandUnused(context, before.domains, domains);
      await queries.updateOrganisation(db, actor.scope, { ...body, address, code: before.code }, actor.userId);
      await queries.updateUrl(db, actor.scope, url);
      await queries.updateDomains(db, actor.scope, domains);
      const after = await organisationInScope(context, params.id);
      await writeDown(context, params.id, 'organisation.updated', difference(filledIn(before), filledIn(after)));
      return after;
    },

    async setStatus(context, { params, body: { status }, version }) {
      const { db, actor } = context;
      const before = await toBeChanged(context, params.id, version);
      refuse(ownFault(actor));
      if (status === before.status) return before;
      await queries.updateStatus(db, actor.scope, status, actor.userId);
      await writeDown(context, params.id, status ? 'organisation.enabled' : 'organisation.disabled', {
        before: { status: before.status },
        after: { status },
      });
      return organisationInScope(context, params.id);
    },

    async remove(context, { params, version }) {
      const { db, actor } = context;
      const before = await toBeChanged(context, params.id, version, true);
      refuse(ownFault(actor));
      const { placeCount, userCount } = before;
      demand(placeCount === 0 && userCount === 0, 'node.notEmpty', {
        message: `Only an empty organisation can be deleted. Here are ${placeCount} places and ${userCount} users.`,
        current: before,
      });
      await queries.deleteOrganisation(db, actor.scope, actor.userId);
      await writeDown(context, params.id, 'organisation.deleted', {
        before: { ...filledIn(before), code: before.code },
      });
      return before;
    },
  };

  /** The host of a portal, and the address that leads there: the platform's own with another host. */
  function addressed(host: string | null) {
    const address = new URL(publicUrl);
    if (host) address.hostname = host;
    return { url: host ?? '', accessUrl: host ? address.origin : '' };
  }

  /** One organisation as its readers know it; refused by name where it lies out of reach. */
  async function organisationInScope(
    { db, actor }: Context,
    id: NodeId,
    { alsoAbove = false } = {},
  ): Promise<Organisation> {
    const [found, domains, logos, pending] = await Promise.all([
      alsoAbove && isToldOfAbove(actor)
        ? queries.findOrganisationAbove(db, actor.scope, id)
        : queries.findOrganisation(db, actor.scope, id),
      queries.listDomains(db, actor.scope),
      queries.findLogos(db, actor.scope, id),
      findInvited(db, actor.scope),
    ]);
    demand(found, 'node.unknown');
    const { tpath: _, url, ...organisation } = found;
    const { logoURL, logoURLPortrait } = themeFrom(logos);
    return {
      ...organisation,
      ...addressed(url),
      id,
      nodeType: 'ORGANIZATION',
      logoURL,
      logoURLPortrait,
      domains,
      invited: pending ?? null,
      can: organisationAbilities(actor),
    };
  }

  /** An organisation that is held until its change is stored, in the version that the change starts from. */
  async function toBeChanged(context: Context, id: NodeId, version: number | undefined, alone = false) {
    await queries.lockOrganisation(context.db, context.actor.scope, id, alone);
    const before = await organisationInScope(context, id);
    demand(version === undefined || version === before.version, 'record.stale', { current: before });
    return before;
  }
}

/** Nobody loses the domain that they sign in with. */
async function demandUnused({ db, actor }: Context, before: readonly Domain[], wanted: readonly Domain[]) {
  const kept = new Set(wanted.map(({ domainName }) => domainName));
  const gone = before.map(({ domainName }) => domainName).filter((name) => !kept.has(name));
  const users = await queries.countSigningIn(db, actor.scope, gone);
  demand(users === 0, 'organisation.domainInUse', {
    message: `Users still sign in with ${gone.join(', ')}: ${users}.`,
  });
}

/** Refuses by the name that a rule gives, if it gives one. */
function refuse(fault: ErrorCode | undefined): void {
  if (fault) throw new Refusal(fault);
}

const withoutNulls = <T extends object>(body: T) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as {
    [K in keyof T]: Exclude<T[K], null>;
  };

/** The part of an organisation that a change is written down by. */
function filledIn({ name, address, country, emailId, defaultLanguage, url, domains }: Organisation) {
  const names = domains.map(({ domainName, isDefault }) => (isDefault ? `${domainName} *` : domainName));
  return { name, address, country, emailId, defaultLanguage, url, domains: names };
}

async function writeDown(
  { db, actor, origin }: Context,
  id: NodeId,
  action: `organisation.${string}`,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  const { scope, userId: actorId, sessionId } = actor;
  const happening = { action, entity: 'organisation', entityId: id, tpath: scope.lo, actorId, sessionId };
  await insertAudit(db, scope, origin, { ...happening, ...change });
}

import type { NodeId } from '@storeward/contract/nodes';
import { type Domain, type Organisation, type organisations, proposedCode } from '@storeward/contract/organisations';
import { pageParams } from '@storeward/contract/paging';
import { administratorRole } from '@storeward/contract/roles/role-templates';
import { defaultTheme, themeFrom } from '@storeward/contract/settings/sections/theme';
import { randomBytes } from 'node:crypto';
import { difference, insertAudit } from '../audit/queries.ts';
import type { MailQueue } from '../mails/queries.ts';
import { contentsError } from '../nodes/policy.ts';
import { countSubtree, includingHidden } from '../nodes/queries.ts';
import type { Context, Service } from '../platform/http/pipeline/context.ts';
import { ensure, inputError, throwIfError } from '../platform/errors.ts';
import { newId } from '../platform/database/ids.ts';
import { findInvitedAdministrator } from './administrator-queries.ts';
import { createFirstAdministrator, type SendInvitation } from './first-administrator.ts';
import { listHosts } from './host-queries.ts';
import { addressError, canReadOrganisationFromBelow, organisationAbilities, ownOrganisationError } from './policy.ts';
import { auditedHosts, requestedHosts, saveHosts } from './portal-hosts.ts';
import * as queries from './queries.ts';

export type OrganisationDependencies = {
  readonly publicUrl: string;
  readonly isPlatformHost: (host: string) => boolean;
  /** Mails a link for setting the first password. */
  readonly invite: SendInvitation;
  readonly takesAddress: MailQueue['takesAddress'];
};

export function organisationsService({
  publicUrl,
  isPlatformHost,
  invite,
  takesAddress,
}: OrganisationDependencies): Service<typeof organisations> {
  return {
    domainsOfHost: async ({ db, portal }) => [{ domains: await queries.listDomains(db, portal.scope) }],

    async domains({ db, actor }, { params }) {
      const [known, domains] = await Promise.all([
        queries.hasOrganisation(db, actor.scope, params.id, canReadOrganisationFromBelow(actor)),
        queries.listDomains(db, actor.scope),
      ]);
      ensure(known, 'node.unknown');
      return [{ domains }];
    },

    async list({ db, actor }, { query }) {
      const page = pageParams(query, 'name:asc');
      ensure(page.cursor === undefined, 'input.badCursor'); // this list supports page numbers only
      const { rows, total } = await queries.listOrganisations(db, actor.scope, page);
      const can = organisationAbilities(actor);
      return {
        result: rows.map(({ id, url, logoURL, ...row }) => ({
          ...row,
          ...portalUrls(url),
          id: id as NodeId,
          logoURL: themeFrom({ logoURL }).logoURL,
          can,
        })),
        total,
      };
    },

    get: (context, { params }) => organisationInScope(context, params.id, { allowFromBelow: true }),

    async create(context, { body }) {
      const { db, actor } = context;
      if (body.administrator && !takesAddress(body.administrator.emailId))
        throw inputError('administrator.emailId', 'field.emailLetters');
      const id = newId() as NodeId;
      const proposed = proposedCode(body.name) || 'ORG';
      const newOrganisation = { ...body, id, proposed, apiKey: randomBytes(20).toString('hex') };
      const code = await queries.insertOrganisation(db, actor.scope, newOrganisation);
      ensure(code, 'organisation.onlyFromAbove');
      const { logoURL = null, logoURLPortrait = null } = body;
      for (const logo of new Set([logoURL, logoURLPortrait]))
        if (logo) ensure(await queries.transferUpload(db, logo, id), 'file.addressInvalid');
      return context.inOrganisation(id, async (organisationContext) => {
        const { scope } = organisationContext.actor;
        await queries.updateSearchText(db, scope, body.name, code);
        const hosts = [{ hostName: body.url, isPrimary: true, themeNodeId: null }];
        await saveHosts(organisationContext, [], hosts, isPlatformHost);
        const domains = body.domains?.length ? body.domains : [{ domainName: body.url, isDefault: true }];
        await queries.updateDomains(db, scope, domains);
        const roleId = await queries.insertRole(db, scope, administratorRole, actor.userId);
        await queries.insertTheme(db, scope, { ...defaultTheme, logoURL, logoURLPortrait }, actor.userId);
        const { domainName } = domains.find(({ isDefault }) => isDefault)!;
        if (body.administrator)
          await createFirstAdministrator(organisationContext, { ...body.administrator, roleId, domainName }, invite);
        const organisation = await organisationInScope(organisationContext, id);
        await recordAudit(organisationContext, id, 'organisation.created', {
          after: { ...auditFields(organisation), code },
        });
        return organisation;
      });
    },

    async invite(context, { params }) {
      const { db, actor } = context;
      const { can } = await lockForUpdate(context, params.id, undefined);
      ensure(can.invite, 'organisation.onlyFromAbove');
      const administrator = await findInvitedAdministrator(db, actor.scope);
      ensure(administrator, 'organisation.nobodyToInvite');
      await invite(context, administrator);
      return organisationInScope(context, params.id);
    },

    async update(context, { params, body, version }) {
      const { db, actor } = context;
      const before = await lockForUpdate(context, params.id, version);
      const { domains = before.domains, address = before.address, ...input } = withoutNulls(body);
      const portalHosts = requestedHosts(before.portalHosts, input);
      throwIfError(addressError(actor, before, { portalHosts, domains }));
      await ensureRemovedDomainsUnused(context, before.domains, domains);
      await queries.updateOrganisation(db, actor.scope, { ...body, address, code: before.code }, actor.userId);
      await saveHosts(context, before.portalHosts, portalHosts, isPlatformHost);
      await queries.updateDomains(db, actor.scope, domains);
      const after = await organisationInScope(context, params.id);
      await recordAudit(
        context,
        params.id,
        'organisation.updated',
        difference(auditFields(before), auditFields(after)),
      );
      return after;
    },

    async setStatus(context, { params, body: { status }, version }) {
      const { db, actor } = context;
      const before = await lockForUpdate(context, params.id, version);
      throwIfError(ownOrganisationError(actor));
      if (status === before.status) return before;
      await queries.updateStatus(db, actor.scope, status, actor.userId);
      await recordAudit(context, params.id, status ? 'organisation.enabled' : 'organisation.disabled', {
        before: { status: before.status },
        after: { status },
      });
      return organisationInScope(context, params.id);
    },

    async remove(context, { params, version }) {
      const { db, actor } = context;
      const before = await lockForUpdate(context, params.id, version, true);
      throwIfError(ownOrganisationError(actor));
      const counts = () => countSubtree(db, actor.scope, params, { rows: true });
      const shown = await counts();
      const contents = contentsError(before, shown, await includingHidden(db, counts));
      throwIfError(contents?.code, contents?.details);
      await queries.deleteOrganisation(db, actor.scope, actor.userId);
      await recordAudit(context, params.id, 'organisation.deleted', {
        before: { ...auditFields(before), code: before.code },
      });
      return before;
    },
  };

  /** The portal's host name and URL: the platform's public URL with that host. */
  function portalUrls(host: string | null) {
    const address = new URL(publicUrl);
    if (host) address.hostname = host;
    return { url: host ?? '', accessUrl: host ? address.origin : '' };
  }

  /** Loads an organisation of the actor's scope; throws `node.unknown` otherwise. */
  async function organisationInScope(
    { db, actor }: Context,
    id: NodeId,
    { allowFromBelow = false } = {},
  ): Promise<Organisation> {
    const [row, hosts, domains, logos, invitation] = await Promise.all([
      allowFromBelow && canReadOrganisationFromBelow(actor)
        ? queries.findOrganisationFromBelow(db, actor.scope, id)
        : queries.findOrganisation(db, actor.scope, id),
      listHosts(db, actor.scope),
      queries.listDomains(db, actor.scope),
      queries.findLogos(db, actor.scope, id),
      findInvitedAdministrator(db, actor.scope),
    ]);
    ensure(row, 'node.unknown');
    const { tpath: _, url, ...organisation } = row;
    const { logoURL, logoURLPortrait } = themeFrom(logos);
    return {
      ...organisation,
      ...portalUrls(url),
      id,
      nodeType: 'ORGANIZATION',
      logoURL,
      logoURLPortrait,
      portalHosts: hosts.map((host) => ({ ...host, accessUrl: portalUrls(host.hostName).accessUrl })),
      domains,
      invited: invitation ?? null,
      can: organisationAbilities(actor),
    };
  }

  /** Locks an organisation and loads it; throws `record.stale` if `version` is outdated. */
  async function lockForUpdate(context: Context, id: NodeId, version: number | undefined, exclusive = false) {
    await queries.lockOrganisation(context.db, context.actor.scope, id, exclusive);
    const before = await organisationInScope(context, id);
    ensure(version === undefined || version === before.version, 'record.stale', { current: before });
    return before;
  }
}

/** Throws `organisation.domainInUse` if users still sign in with a removed domain. */
async function ensureRemovedDomainsUnused(
  { db, actor }: Context,
  before: readonly Domain[],
  requested: readonly Domain[],
) {
  const remaining = new Set(requested.map(({ domainName }) => domainName));
  const removed = before.map(({ domainName }) => domainName).filter((name) => !remaining.has(name));
  const users = await includingHidden(db, () => queries.countUsersOfDomains(db, actor.scope, removed));
  ensure(users === 0, 'organisation.domainInUse', {
    message: `Users still sign in with ${removed.join(', ')}: ${users}.`,
  });
}

const withoutNulls = <T extends object>(body: T) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as {
    [K in keyof T]: Exclude<T[K], null>;
  };

/** The fields of an organisation that audit entries contain. */
function auditFields({ name, address, country, emailId, defaultLanguage, url, portalHosts, domains }: Organisation) {
  const names = domains.map(({ domainName, isDefault }) => (isDefault ? `${domainName} *` : domainName));
  return {
    name,
    address,
    country,
    emailId,
    defaultLanguage,
    url,
    portalHosts: auditedHosts(portalHosts),
    domains: names,
  };
}

async function recordAudit(
  { db, actor, origin }: Context,
  id: NodeId,
  action: `organisation.${string}`,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  const { scope, userId: actorId, sessionId } = actor;
  const auditEvent = { action, entity: 'organisation', entityId: id, tpath: scope.lo, actorId, sessionId };
  await insertAudit(db, scope, origin, { ...auditEvent, ...change });
}

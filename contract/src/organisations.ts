import * as z from 'zod/mini';
import { type OverloadRequest, endpoints } from './endpoint.ts';
import {
  FirstOrLastName,
  Email,
  HostName,
  ImageAddress,
  Timestamp,
  normalised,
  recordFields,
  requiredText,
  text,
  NewUserName,
} from './fields.ts';
import { MailRejection } from './mails.ts';
import { HiddenContents, NodeId, NodeStatusInput } from './nodes.ts';
import { pageQuery } from './paging.ts';
import { Domains, InitialDomains, PortalHost, PortalHostList } from './organisations/portal-hosts.ts';
import { CountryCode, Language } from './reference.ts';

/** A sign-in domain (the part of the user name after @), and whether it is the default. */
export const Domain = z.object({ domainName: z.string(), isDefault: z.boolean() });
export type Domain = z.infer<typeof Domain>;

/** The actions that the reader may perform on an organisation, and the parts of it they may change. */
export const OrganisationAbilities = z.object({
  view: z.boolean(),
  edit: z.boolean(),
  details: z.boolean(),
  /** Portal hosts and domains. A wrong value could lock all users out or claim a name of another organisation. */
  address: z.boolean(),
  configuration: z.boolean(),
  theme: z.boolean(),
  modules: z.boolean(),
  enable: z.boolean(),
  delete: z.boolean(),
  invite: z.boolean(),
});
export type OrganisationAbilities = z.infer<typeof OrganisationAbilities>;

/** A row of the organisation list; `url` is the host name of its portal, `accessUrl` the full URL. */
export const OrganisationRow = z.object({
  id: NodeId,
  name: z.string(),
  code: z.string(),
  url: z.string(),
  accessUrl: z.string(),
  emailId: z.string(),
  country: z.string(),
  defaultLanguage: z.string(),
  status: z.boolean(),
  logoURL: z.nullable(z.string()),
  storeCount: z.int(),
  userCount: z.int(),
  createdDate: recordFields.createdDate,
  version: z.int(),
  can: OrganisationAbilities,
});
export type OrganisationRow = z.infer<typeof OrganisationRow>;

/** The first administrator of a new organisation, who sets a password through a mailed link. */
export const FirstAdministrator = z.object({
  firstName: FirstOrLastName,
  lastName: FirstOrLastName,
  userName: NewUserName,
  emailId: Email,
});
export type FirstAdministrator = z.infer<typeof FirstAdministrator>;

/**
 * A first administrator without a password; `goodUntil` is the expiry of their link, null if no link is valid, and
 * `mailRefused` that the mail server refuses mails to the address.
 */
const PendingInvitation = z.object({
  firstName: z.string(),
  lastName: z.string(),
  userName: z.string(),
  emailId: z.string(),
  goodUntil: z.nullable(Timestamp),
  mailRefused: z.nullable(MailRejection),
});
export type PendingInvitation = z.infer<typeof PendingInvitation>;

/** The full organisation; `portalHosts` has the primary host, which is `url`, first; `placeCount` counts the nodes below it, `hidden` comes only with the error `node.holdsHidden`. */
export const Organisation = z.extend(OrganisationRow, {
  nodeType: z.literal('ORGANIZATION'),
  address: z.string(),
  logoURLPortrait: z.nullable(z.string()),
  portalHosts: z.array(PortalHost),
  domains: z.array(Domain),
  placeCount: z.int(),
  invited: z.nullable(PendingInvitation),
  hidden: z.optional(HiddenContents),
  ...recordFields,
});
export type Organisation = z.infer<typeof Organisation>;

/** The maximum length of an organisation code. */
export const maxCodeLength = 10;

/** The code of an organisation in devices and exports: upper-case letters and digits. */
export const OrganisationCode = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.maxLength(maxCodeLength, 'field.tooLong'),
    z.regex(/^[A-Z0-9]*$/, 'field.invalidCharacter'),
  );

/** Derives an organisation code from its name. */
export const proposedCode = (name: string): string =>
  normalised(name)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, maxCodeLength);

/** The editable fields of an organisation. */
export const OrganisationInput = z.object({
  name: requiredText(128),
  address: text(256),
  country: CountryCode.check(z.minLength(1, 'field.required')),
  emailId: Email,
  defaultLanguage: Language,
  url: HostName,
  domains: Domains,
});
export type OrganisationInput = z.infer<typeof OrganisationInput>;

type UserNameContext = {
  readonly url: string;
  readonly domains?: readonly Domain[] | null | undefined;
  readonly administrator?: FirstAdministrator | null | undefined;
};

/** Rejects a user name that ends with `@` and an own domain of the organisation: sign-in would strip that suffix. */
function isUserNameUnambiguous({ url, domains, administrator }: UserNameContext): boolean {
  const suffix = administrator?.userName.split('@').slice(1).at(-1)?.toLowerCase();
  return suffix !== url && !domains?.some(({ domainName }) => domainName === suffix);
}

/**
 * Request body that creates an organisation. The code defaults to one derived from the name, the domains to the portal
 * host; without `administrator` no invitation is sent. The logos must have been uploaded by the same user.
 */
export const NewOrganisation = z
  .extend(OrganisationInput, {
    nodeType: z.pipe(z.string('field.required').check(z.toUpperCase()), z.literal('ORGANIZATION', 'field.invalid')),
    address: z._default(text(256), ''),
    code: z._default(OrganisationCode, ''),
    domains: z.optional(z.nullable(InitialDomains)),
    administrator: z.optional(z.nullable(FirstAdministrator)),
    logoURL: z.optional(ImageAddress),
    logoURLPortrait: z.optional(ImageAddress),
  })
  .check(z.refine(isUserNameUnambiguous, { error: 'field.userNameDomain', path: ['administrator', 'userName'] }));
export type NewOrganisation = z.infer<typeof NewOrganisation>;

/**
 * Request body that changes an organisation; omitted or null `portalHosts`, `domains` and `address` stay unchanged. `url` makes one
 * of the hosts primary, or replaces the primary one by a new name; with changed `portalHosts` it has to be their primary one or
 * unchanged.
 */
export const OrganisationChange = z.extend(OrganisationInput, {
  address: z.optional(z.nullable(text(256))),
  portalHosts: z.optional(z.nullable(PortalHostList)),
  domains: z.optional(z.nullable(Domains)),
});
export type OrganisationChange = z.infer<typeof OrganisationChange>;

/** Whether a request to the node endpoint creates an organisation. */
function createsOrganisation({ body }: OverloadRequest): boolean {
  const nodeType = typeof body === 'object' && body !== null && 'nodeType' in body ? body.nodeType : undefined;
  return typeof nodeType === 'string' && nodeType.toUpperCase() === 'ORGANIZATION';
}

const targetsOrganisation = ({ id, organisationId: organisation }: OverloadRequest): boolean =>
  id !== undefined && id === organisation;

const byId = z.object({ id: NodeId });

/** The sort fields of the organisation list. */
export const organisationSortFields = ['name', 'createdDate', 'code'] as const;

/** Endpoints for organisations and domains. Some share the path of node endpoints and are selected by `matches`. */
export const organisations = endpoints({
  domainsOfHost: {
    method: 'GET',
    path: '/node-management/domain',
    summary: 'The domains of user names at the portal of the request’s host.',
    allow: 'anyone',
    query: z.object({ subDomain: z.optional(z.string().check(z.maxLength(253))) }),
    result: z.array(z.object({ domains: z.array(Domain) })),
  },
  domains: {
    method: 'GET',
    path: '/node-management/domain/{id}',
    summary: 'The domains of one organisation, the default one first.',
    allow: { any: ['VIEW_ORGANISATION', 'CREATE_USER'] },
    params: byId,
    result: z.array(z.object({ domains: z.array(Domain) })),
    errors: ['node.unknown'],
  },
  list: {
    method: 'GET',
    path: '/node-management/organization',
    summary: 'The organisations of the installation, for its operators only; `search` finds name, code and host.',
    allow: 'LIST_ORGANISATIONS',
    query: pageQuery(organisationSortFields),
    result: OrganisationRow,
    page: true,
    errors: ['input.badCursor'],
  },
  get: {
    method: 'GET',
    path: '/node-management/organization/{id}',
    summary:
      'One organisation with its domains. Users whose scope does not include its root may only read it, with ACCESS_ORGANISATION_LEVEL.',
    allow: 'VIEW_ORGANISATION',
    params: byId,
    result: Organisation,
    errors: ['node.unknown'],
  },
  create: {
    method: 'POST',
    path: '/node-management/node',
    matches: createsOrganisation,
    summary:
      'Creates an organisation if that is the node’s type: with its portal, domains, default theme, a role for its first administrator, and an invitation to that user.',
    allow: 'CREATE_ORGANISATION',
    body: NewOrganisation,
    result: Organisation,
    errors: [
      'organisation.onlyFromAbove',
      'organisation.codeTaken',
      'file.addressInvalid',
      'organisation.urlTaken',
      'organisation.domainTaken',
      'recovery.tooManyMails',
    ],
  },
  invite: {
    method: 'POST',
    path: '/node-management/organization/{id}/invitation',
    summary: 'Invites the first administrator of an organisation again, who has not chosen a password yet.',
    allow: 'CREATE_ORGANISATION',
    params: byId,
    result: Organisation,
    errors: ['node.unknown', 'organisation.onlyFromAbove', 'organisation.nobodyToInvite', 'recovery.tooManyMails'],
  },
  update: {
    method: 'PUT',
    path: '/node-management/node/{id}',
    matches: targetsOrganisation,
    summary: 'Changes the details of an organisation, if the node is one; its code cannot be changed.',
    allow: { all: ['UPDATE_ORGANISATION', 'UPDATE_ORGANISATION_DETAILS'] },
    params: byId,
    body: OrganisationChange,
    versioned: true,
    result: Organisation,
    errors: [
      'node.unknown',
      'record.stale',
      'organisation.onlyFromAbove',
      'organisation.urlTaken',
      'organisation.primaryHostUnclear',
      'organisation.domainTaken',
      'organisation.domainInUse',
    ],
  },
  setStatus: {
    method: 'PUT',
    path: '/node-management/node/{id}/status',
    matches: targetsOrganisation,
    summary:
      'Enables or disables an organisation, if the node is one. Users of a disabled organisation cannot sign in, and their sessions end.',
    allow: 'ENABLED_ORGANISATION',
    params: byId,
    body: NodeStatusInput,
    versioned: true,
    result: Organisation,
    errors: ['node.unknown', 'node.ownPlace', 'record.stale'],
  },
  remove: {
    method: 'DELETE',
    path: '/node-management/node/{id}/delete',
    matches: targetsOrganisation,
    summary:
      'Deletes an organisation without nodes and users, if the node is one. Its hosts and domains can be used again, its code cannot.',
    allow: 'DELETE_ORGANISATION',
    params: byId,
    versioned: true,
    result: Organisation,
    errors: ['node.unknown', 'node.ownPlace', 'node.notEmpty', 'node.holdsHidden', 'record.stale'],
  },
});

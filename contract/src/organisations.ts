import * as z from 'zod/mini';
import { type Asked, endpoints } from './endpoint.ts';
import {
  Email,
  HostName,
  ImageAddress,
  Moment,
  normalised,
  recordFields,
  requiredText,
  text,
  UserName,
} from './fields.ts';
import { NodeId, NodeStatusInput } from './nodes.ts';
import { pageQuery } from './paging.ts';
import { CountryCode, Language } from './reference.ts';

/** A word that follows @ in a sign-in name, and whether it is the usual one. */
export const Domain = z.object({ domainName: z.string(), isDefault: z.boolean() });
export type Domain = z.infer<typeof Domain>;

/** Which of an organisation's buttons the reader may press, and which parts of it they may change. */
export const OrganisationAbilities = z.object({
  view: z.boolean(),
  edit: z.boolean(),
  details: z.boolean(),
  /** Address and domains: with others one might lock out everybody, or take what is somebody else's. */
  address: z.boolean(),
  configuration: z.boolean(),
  theme: z.boolean(),
  modules: z.boolean(),
  enable: z.boolean(),
  delete: z.boolean(),
  invite: z.boolean(),
});
export type OrganisationAbilities = z.infer<typeof OrganisationAbilities>;

/** One row of the list of organisations; `url` is the host of its portal, `accessUrl` the whole address. */
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

/** Whoever a new organisation is handed to: they choose their password by a link that is mailed to them. */
export const FirstAdministrator = z.object({
  firstName: requiredText(64),
  lastName: requiredText(64),
  userName: UserName,
  emailId: Email,
});
export type FirstAdministrator = z.infer<typeof FirstAdministrator>;

/** A first administrator who has not chosen a password yet; `goodUntil` is null where no link leads there any more. */
const Invited = z.object({
  firstName: z.string(),
  lastName: z.string(),
  userName: z.string(),
  emailId: z.string(),
  goodUntil: z.nullable(Moment),
});
export type Invited = z.infer<typeof Invited>;

/** An organisation with all that is known of it; `placeCount` counts what stands below it. */
export const Organisation = z.extend(OrganisationRow, {
  nodeType: z.literal('ORGANIZATION'),
  address: z.string(),
  logoURLPortrait: z.nullable(z.string()),
  domains: z.array(Domain),
  placeCount: z.int(),
  invited: z.nullable(Invited),
  ...recordFields,
});
export type Organisation = z.infer<typeof Organisation>;

/** The longest code an organisation may have. */
export const longestCode = 10;

/** The code by which devices and exports know an organisation: capital letters and digits. */
export const OrganisationCode = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.maxLength(longestCode, 'field.tooLong'),
    z.regex(/^[A-Z0-9]*$/, 'field.invalidCharacter'),
  );

/** The code that a name suggests. */
export const proposedCode = (name: string): string =>
  normalised(name)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, longestCode);

const DomainInput = z.object({ domainName: HostName, isDefault: z.boolean('field.required') });
const differ = (domains: readonly Domain[]) =>
  new Set(domains.map(({ domainName }) => domainName)).size === domains.length;
const oneIsUsual = (domains: readonly Domain[]) => domains.filter(({ isDefault }) => isDefault).length === 1;

const SomeDomains = z
  .array(DomainInput)
  .check(z.maxLength(50, 'field.tooLong'), z.refine(differ, 'organisation.domainTwice'));

/** The domains of an organisation: each once, and one of them the usual one. */
const Domains = SomeDomains.check(z.refine(oneIsUsual, 'organisation.oneDefaultDomain'));

/** The same of an organisation that is only made: none at all means the one that its address makes. */
const FirstDomains = SomeDomains.check(
  z.refine((domains) => domains.length === 0 || oneIsUsual(domains), 'organisation.oneDefaultDomain'),
);

/** What a person fills in about an organisation. */
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

type SignsIn = {
  readonly url: string;
  readonly domains?: readonly Domain[] | null | undefined;
  readonly administrator?: FirstAdministrator | null | undefined;
};

/** A name that ends like a domain of the organisation would be taken for a shorter one when it signs in. */
function staysWhole({ url, domains, administrator }: SignsIn): boolean {
  const behind = administrator?.userName.split('@').slice(1).at(-1)?.toLowerCase();
  return behind !== url && !domains?.some(({ domainName }) => domainName === behind);
}

/**
 * An organisation to be made: its code comes from its name, and its domain from its address, where nothing is said; nobody
 * is invited where no administrator is named. Its logos are pictures that whoever makes it has uploaded.
 */
export const NewOrganisation = z
  .extend(OrganisationInput, {
    nodeType: z.pipe(z.string('field.required').check(z.toUpperCase()), z.literal('ORGANIZATION', 'field.invalid')),
    address: z._default(text(256), ''),
    code: z._default(OrganisationCode, ''),
    domains: z.optional(z.nullable(FirstDomains)),
    administrator: z.optional(z.nullable(FirstAdministrator)),
    logoURL: z.optional(ImageAddress),
    logoURLPortrait: z.optional(ImageAddress),
  })
  .check(z.refine(staysWhole, { error: 'field.userNameDomain', path: ['administrator', 'userName'] }));
export type NewOrganisation = z.infer<typeof NewOrganisation>;

/** What a change of an organisation carries: where nothing is said of domains or address, they stay as they are. */
export const OrganisationChange = z.extend(OrganisationInput, {
  address: z.optional(z.nullable(text(256))),
  domains: z.optional(z.nullable(Domains)),
});
export type OrganisationChange = z.infer<typeof OrganisationChange>;

/** A node to be made that says it is an organisation. */
function isOrganisation({ body }: Asked): boolean {
  const nodeType = typeof body === 'object' && body !== null && 'nodeType' in body ? body.nodeType : undefined;
  return typeof nodeType === 'string' && nodeType.toUpperCase() === 'ORGANIZATION';
}

const namesOne = ({ id, organisation }: Asked): boolean => id !== undefined && id === organisation;

const byId = z.object({ id: NodeId });

/** The fields by which the list of organisations can be sorted. */
export const organisationSorts = ['name', 'createdDate', 'code'] as const;

/** The organisations and their domains. An organisation is a node, so it is made and changed where nodes are. */
export const organisations = endpoints({
  domainsOfHost: {
    method: 'GET',
    path: '/node-management/domain',
    about: 'The domains one can sign in with on the portal of the request’s host.',
    allow: 'anyone',
    query: z.object({ subDomain: z.optional(z.string().check(z.maxLength(253))) }),
    result: z.array(z.object({ domains: z.array(Domain) })),
  },
  domains: {
    method: 'GET',
    path: '/node-management/domain/{id}',
    about: 'The domains of one organisation, the usual one first.',
    allow: { any: ['VIEW_ORGANISATION', 'CREATE_USER'] },
    params: byId,
    result: z.array(z.object({ domains: z.array(Domain) })),
    errors: ['node.unknown'],
  },
  list: {
    method: 'GET',
    path: '/node-management/organization',
    about:
      'The organisations of the platform, for those who run it; `search` looks into name, code and host. Nobody else is told of any.',
    allow: 'LIST_ORGANISATIONS',
    query: pageQuery(organisationSorts),
    result: OrganisationRow,
    page: true,
    errors: ['input.badCursor'],
  },
  get: {
    method: 'GET',
    path: '/node-management/organization/{id}',
    about:
      'One organisation with its domains; to whoever works below its top only with ACCESS_ORGANISATION_LEVEL, and then to be read.',
    allow: 'VIEW_ORGANISATION',
    params: byId,
    result: Organisation,
    errors: ['node.unknown'],
  },
  create: {
    method: 'POST',
    path: '/node-management/node',
    meantWhen: isOrganisation,
    about:
      'Makes an organisation, where the node’s type is one: with its portal, its domains, the usual look, a role for its first administrator, and an invitation to whoever that is to be.',
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
    about: 'Invites the first administrator of an organisation once more, who has not chosen a password yet.',
    allow: 'CREATE_ORGANISATION',
    params: byId,
    result: Organisation,
    errors: ['node.unknown', 'organisation.onlyFromAbove', 'organisation.nobodyToInvite', 'recovery.tooManyMails'],
  },
  update: {
    method: 'PUT',
    path: '/node-management/node/{id}',
    meantWhen: namesOne,
    about: 'Changes what is filled in about an organisation, where the node is one; its code stays.',
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
      'organisation.domainTaken',
      'organisation.domainInUse',
    ],
  },
  setStatus: {
    method: 'PUT',
    path: '/node-management/node/{id}/status',
    meantWhen: namesOne,
    about: 'Opens an organisation or closes it, where the node is one: of a closed one nobody signs in or goes on.',
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
    meantWhen: namesOne,
    about:
      'Takes away an organisation without places and users, where the node is one; its hosts and domains are free again, its code is not.',
    allow: 'DELETE_ORGANISATION',
    params: byId,
    versioned: true,
    result: Organisation,
    errors: ['node.unknown', 'node.ownPlace', 'node.notEmpty', 'record.stale'],
  },
});

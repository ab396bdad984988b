import * as z from 'zod/mini';
import { HostName } from '../fields.ts';
import { NodeId } from '../nodes.ts';

/**
 * A host name of an organisation's portal and the URL it is served at. Links in mails use the primary one. `themeNodeId` is the
 * node whose theme the host shows, null for that of the organisation; its name is null where the reader does not see the node.
 */
export const PortalHost = z.object({
  hostName: z.string(),
  isPrimary: z.boolean(),
  accessUrl: z.string(),
  themeNodeId: z.nullable(NodeId),
  themeNodeName: z.nullable(z.string()),
});
export type PortalHost = z.infer<typeof PortalHost>;

/** Without `themeNodeId` a host keeps the theme it has. */
const PortalHostInput = z.object({
  hostName: HostName,
  isPrimary: z.boolean('field.required'),
  themeNodeId: z.optional(z.nullable(NodeId)),
});
export type PortalHostInput = z.infer<typeof PortalHostInput>;

/** The hosts of a portal: each once, exactly one of them primary. */
export const PortalHostList = z.array(PortalHostInput).check(
  z.maxLength(50, 'field.tooLong'),
  z.refine((hosts) => new Set(hosts.map(({ hostName }) => hostName)).size === hosts.length, 'organisation.hostTwice'),
  z.refine((hosts) => hosts.filter(({ isPrimary }) => isPrimary).length === 1, 'organisation.onePrimaryHost'),
);

const DomainInput = z.object({ domainName: HostName, isDefault: z.boolean('field.required') });
type DomainInput = z.infer<typeof DomainInput>;

const areUnique = (domains: readonly DomainInput[]) =>
  new Set(domains.map(({ domainName }) => domainName)).size === domains.length;
const hasOneDefault = (domains: readonly DomainInput[]) => domains.filter(({ isDefault }) => isDefault).length === 1;

const DomainList = z
  .array(DomainInput)
  .check(z.maxLength(50, 'field.tooLong'), z.refine(areUnique, 'organisation.domainTwice'));

/** The domains of an organisation: unique, with exactly one default. */
export const Domains = DomainList.check(z.refine(hasOneDefault, 'organisation.oneDefaultDomain'));

/** The domains of a new organisation: an empty list means that the portal host becomes the only domain. */
export const InitialDomains = DomainList.check(
  z.refine((domains) => domains.length === 0 || hasOneDefault(domains), 'organisation.oneDefaultDomain'),
);

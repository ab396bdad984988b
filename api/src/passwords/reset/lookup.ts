import type { RecoveryRequest } from '@storeward/contract/passwords';
import type { PasswordSettings, UserLookup } from '../queries.ts';

/** The lookup for a recovery form: the domain typed after the name, else the selected one, else the portal's default. */
export function userLookupFrom(
  { emailId, username, domainName }: RecoveryRequest,
  { domains }: PasswordSettings,
): UserLookup {
  const name = username || undefined;
  const separatorIndex = name?.lastIndexOf('@') ?? -1;
  const domainSuffix = name?.slice(separatorIndex + 1).toLowerCase();
  const hasDomainSuffix = separatorIndex > 0 && domainSuffix !== undefined && domains.includes(domainSuffix);
  const selectedDomain = domainName?.replace(/^@/, '').toLowerCase() || undefined;
  return {
    emailId: emailId || undefined,
    userName: hasDomainSuffix ? name?.slice(0, separatorIndex) : name,
    domainName: (hasDomainSuffix ? domainSuffix : selectedDomain) ?? domains[0] ?? '',
  };
}

import type { Forgotten } from '@storeward/contract/passwords';
import type { Security, Sought } from './queries.ts';

/** Whom somebody means: the domain they chose, else one they typed behind the name, else the portal's usual one. */
export function soughtBy({ emailId, username, domainName }: Forgotten, { domains }: Security): Sought {
  const typed = username || undefined;
  const at = typed?.lastIndexOf('@') ?? -1;
  const behind = typed?.slice(at + 1).toLowerCase();
  const split = at > 0 && behind !== undefined && domains.includes(behind);
  const chosen = domainName?.replace(/^@/, '').toLowerCase() || undefined;
  return {
    emailId: emailId || undefined,
    userName: split ? typed?.slice(0, at) : typed,
    domainName: (split ? behind : chosen) ?? domains[0] ?? '',
  };
}

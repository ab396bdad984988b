import { type ApiError, ensure } from './errors.ts';

/** Limits of concurrently open items: of one user, of one organisation, and in total. */
export type OpenLimits = { readonly user: number; readonly organisation: number; readonly total: number };

/** Who opens an item, by id; users are counted within their organisation. */
export type Party = { readonly user: string; readonly organisation: string };

const retryAfter = 5;

/** Counts an open item until the returned function is called. Throws `tooMany`, or `service.busy` beyond the total. */
export function openCounts(limits: OpenLimits, tooMany: ApiError['code']): (party: Party) => () => void {
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;
  const add = (key: string, difference: 1 | -1) => {
    const count = countOf(key) + difference;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  return ({ user, organisation }) => {
    const keys = ['', `organisation ${organisation}`, `user ${organisation} ${user}`] as const;
    ensure(countOf(keys[2]) < limits.user, tooMany, { retryAfter });
    ensure(countOf(keys[1]) < limits.organisation, tooMany, { retryAfter });
    ensure(countOf(keys[0]) < limits.total, 'service.busy', { retryAfter });
    for (const key of keys) add(key, 1);
    let isOpen = true;
    return () => {
      if (isOpen) for (const key of keys) add(key, -1);
      isOpen = false;
    };
  };
}

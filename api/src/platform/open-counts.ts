import { type ApiError, ensure } from './errors.ts';

/** Limits of concurrently open items: of one session if they are counted by it, of one user, of one organisation, and in total. */
export type OpenLimits = {
  readonly session?: number;
  readonly user: number;
  readonly organisation: number;
  readonly total: number;
};

/** Who opens an item, by id; sessions are counted within their user, and users within their organisation. */
export type Party = { readonly session?: string; readonly user: string; readonly organisation: string };

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
  return ({ session = '', user, organisation }) => {
    const ofUser = `user ${organisation} ${user}`;
    const keys = ['', `organisation ${organisation}`, ofUser, `${ofUser} ${session}`] as const;
    ensure(countOf(keys[3]) < (limits.session ?? limits.user), tooMany, { retryAfter });
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

import type { Database } from '../database/db.ts';
import type { Authenticator } from './context.ts';

/** Whether a host has a portal; looked up in the database and cached for five seconds. */
export function servedHosts(database: Database, { findPortal }: Authenticator): (host: string) => Promise<boolean> {
  const cache = new Map<string, { until: number; served: boolean }>();
  return async (host) => {
    const cached = cache.get(host);
    if (cached && cached.until > performance.now()) return cached.served;
    const portal = await database.transaction((db) => findPortal(db, host));
    if (cache.size > 1000) cache.clear();
    cache.set(host, { until: performance.now() + 5_000, served: portal !== undefined });
    return portal !== undefined;
  };
}

import type { Database } from './db.ts';
import type { Platform } from './door.ts';

/** Whether a portal is served under a host; asked of the database once and remembered for a few seconds. */
export function servedHosts(database: Database, { gate: { portal } }: Platform): (host: string) => Promise<boolean> {
  const known = new Map<string, { until: number; served: boolean }>();
  return async (host) => {
    const remembered = known.get(host);
    if (remembered && remembered.until > performance.now()) return remembered.served;
    const found = await database.transaction((db) => portal(db, host));
    if (known.size > 1000) known.clear();
    known.set(host, { until: performance.now() + 5_000, served: found !== undefined });
    return found !== undefined;
  };
}

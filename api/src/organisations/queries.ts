import type { Scope } from '../platform/actor.ts';
import { build, type Db } from '../platform/db.ts';

/** The domains of an organisation, the usual one first. */
export async function listDomains(db: Db, scope: Scope): Promise<{ domainName: string; isDefault: boolean }[]> {
  return db.many(
    build
      .selectFrom('domains')
      .select(['domain_name as domainName', 'is_default as isDefault'])
      .where('org_id', '=', scope.orgId)
      .orderBy('is_default', 'desc')
      .orderBy('domain_name'),
  );
}

import type { UserExportRow } from '@storeward/contract/users/user-export';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Cursor } from '../../platform/database/cursor-pagination.ts';
import { filterArguments, type UserFilter } from './list-queries.ts';

/** A row of the export; `sortedBy` is the value for the cursor. */
export type ExportedUser = UserExportRow & { readonly id: string; readonly sortedBy: string };

/** One page of the users that match a filter, sorted by name, after the cursor. */
export async function listExportRows(
  db: Db,
  scope: Scope,
  filter: UserFilter,
  cursor: Cursor | undefined,
  limit: number,
): Promise<ExportedUser[]> {
  return db.many(sql<ExportedUser>`
    with page as materialized (
      select id from user_page(${filterArguments(filter)}, 'name', false, ${cursor?.after ?? null}, ${cursor?.id ?? null}, 0, ${limit}, null))
    select u.id, u.name_norm as "sortedBy", u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName",
           u.email_id as "emailId", u.phone_number as "phoneNumber", coalesce(r.name, '') as "roleName", coalesce(n.code, '') as "nodeCode",
           u.language, u.time_zone as "timeZone", u.country, case when u.status then 'enabled' else 'disabled' end as status
      from page
      join users u on u.org_id = ${scope.orgId} and u.id = page.id
      left join assignments a on a.org_id = u.org_id and a.user_id = u.id and a.position = 0
      left join roles r on r.org_id = a.org_id and r.id = a.role_id
      left join nodes n on n.org_id = u.org_id and n.id = u.node_id
     order by u.name_norm, u.id`);
}

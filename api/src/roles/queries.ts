import type { RoleId } from '@storeward/contract/roles';
import { sql } from 'kysely';
import type { Actor, Scope } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';

/** The rights of one role of the organisation; nothing where there is none, or somebody asks for their own alone and it is not theirs. */
export async function findAccessRights(
  db: Db,
  { orgId }: Scope,
  id: RoleId,
  { heldBy }: { heldBy: Actor['userId'] | null },
): Promise<string[] | undefined> {
  const row = await db.first(sql<{ accessRights: string[] }>`
    select r.access_rights as "accessRights" from roles r
     where r.org_id = ${orgId} and r.id = ${id} and r.deleted_date is null
       and (${heldBy}::uuid is null or exists (
             select from assignments a
              where a.org_id = r.org_id and a.role_id = r.id and a.user_id = ${heldBy}
                and (a.until is null or a.until > clock())))`);
  return row?.accessRights;
}

import type { SectionName } from '@storeward/contract/settings/sections';
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import type { SettingNode } from '../queries.ts';

/** A user's unpublished draft. */
export type StoredDraft = {
  readonly section: SectionName;
  readonly draft: Record<string, unknown>;
  readonly updatedDate: string;
};

export async function listDrafts(
  db: Db,
  scope: Scope,
  nodeId: string,
  sections: readonly SectionName[],
  userId: string,
): Promise<StoredDraft[]> {
  return db.many(sql<StoredDraft>`
    select section, draft, updated_date as "updatedDate" from setting_drafts
     where org_id = ${scope.orgId} and node_id = ${nodeId} and section = any(${[...sections]}) and updated_by = ${userId}`);
}

/** Stores a user's draft, replacing the previous one. */
export async function saveDraft(
  db: Db,
  scope: Scope,
  node: Pick<SettingNode, 'id' | 'tpath'>,
  section: string,
  draft: Record<string, unknown>,
  userId: string,
): Promise<void> {
  await db.run(sql`
    insert into setting_drafts (org_id, node_id, tpath, section, draft, updated_date, updated_by)
    values (${scope.orgId}, ${node.id}, ${node.tpath}, ${section}, ${JSON.stringify(draft)}, clock(), ${userId})
    on conflict (org_id, node_id, section, updated_by) do update
       set draft = excluded.draft, updated_date = excluded.updated_date`);
}

export async function deleteDraft(
  db: Db,
  scope: Scope,
  nodeId: string,
  section: string,
  userId: string,
): Promise<void> {
  await db.run(sql`
    delete from setting_drafts
     where org_id = ${scope.orgId} and node_id = ${nodeId} and section = ${section} and updated_by = ${userId}`);
}

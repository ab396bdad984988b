import { kestrel, rowsOf } from './setup.ts';

/** A bulk change that stays in progress, so that its event stream does not end: its path, and what ends it. */
export type UnfinishedRun = { readonly path: string; end(): Promise<unknown> };

/** Stores a bulk change that no worker claims within a day. */
export async function unfinishedRun(ownerUrl: string, organisationId: string): Promise<UnfinishedRun> {
  const [run] = await rowsOf<{ id: string }>(
    ownerUrl,
    `insert into import_runs (id, org_id, node_id, tpath, kind, user_id, assignment_id, session_id, host, address, file_name,
       columns, unknown_columns, task, state, checked, row_count, to_do, updated, next_try, rows_until, created_date, created_by,
       updated_date, updated_by)
     select gen_random_uuid(), u.org_id, n.id, n.tpath, 'userChanges', u.id, u.id, u.id, $2, '', '', '{userName,name}', '{}',
            '{"action":"enable"}', 'running', true, 1, 1, 1, clock() + interval '1 day', clock() + interval '1 day', clock(),
            u.id, clock(), u.id
       from users u join nodes n on n.org_id = u.org_id and n.id = $1
      where u.org_id = $1 and u.user_name = 'org.admin' returning id`,
    [organisationId, kestrel.host],
  );
  return {
    path: `/user-management/bulk-changes/${run!.id}`,
    end: () => rowsOf(ownerUrl, `update import_runs set state = 'done' where id = $1`, [run!.id]),
  };
}

-- Counts a failed step of an import, whose own transaction and scope were rolled back. After p_most tries the import waits until
-- a user resumes it, with an audit entry.
create or replace function record_import_failure(p_run uuid, p_most int) returns void
  language plpgsql volatile security definer as $$
begin
  with failed as (
    update import_runs
       set tries = tries + 1, next_try = clock() + make_interval(secs => power(2, tries)),
           state = case when tries + 1 >= p_most then 'failed' else state end,
           fault = case when tries + 1 >= p_most then 'import.broke' else fault end,
           updated_date = clock(), version = version + 1
     where id = p_run and state in ('checking', 'running', 'undoing')
    returning *
  )
  insert into audit (id, org_id, tpath, action, entity, entity_id, after, reason, run_id)
  select gen_random_uuid(), f.org_id, f.tpath, 'import.failed', 'import', f.id,
         jsonb_build_object('fileName', f.file_name, 'rowCount', f.row_count), f.fault, f.id
    from failed f where f.state = 'failed';
end $$;

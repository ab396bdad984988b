-- Deletes the rows of imports that can no longer be undone; the runs stay.
create or replace function delete_expired_import_rows() returns int
  language plpgsql volatile security definer as $$
declare
  past uuid[];
begin
  past := array(select id from import_runs where rows_until <= clock() and state not in ('checking', 'running', 'undoing')
                 order by rows_until limit 2 for update skip locked);
  delete from import_rows where run_id = any(past);
  update import_runs set rows_until = null where id = any(past);
  return cardinality(past);
end $$;

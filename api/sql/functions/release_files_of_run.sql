-- Removes the uses of an import whose rows are deleted.
create or replace function release_files_of_run() returns trigger
  language plpgsql security definer as $$
begin
  delete from file_uses where org_id = old.org_id and kind = 'import' and record = old.id::text;
  return null;
end $$;

-- Records the files that the request of a bulk change names.
create or replace function use_files_of_run() returns trigger
  language plpgsql security definer as $$
begin
  perform add_file_uses(new.org_id, 'import', new.id::text, new.task::text);
  return null;
end $$;

-- Records the files that a setting value uses. Only the definer writes uses, so that the application cannot remove one by itself.
create or replace function use_files_of_setting() returns trigger
  language plpgsql security definer as $$
begin
  perform add_file_uses(new.org_id, 'setting', new.id::text, new.value::text);
  return null;
end $$;

-- Records the files that a row of an import names, or the record that it changes had before.
create or replace function use_files_of_row() returns trigger
  language plpgsql security definer as $$
begin
  perform add_file_uses(new.org_id, 'import', new.run_id::text, concat_ws(' ', array_to_string(new.cells, ' '), new.before::text));
  return null;
end $$;

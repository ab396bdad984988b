-- Records the files that a draft uses, and removes its uses with it.
create or replace function use_files_of_draft() returns trigger
  language plpgsql security definer as $$
begin
  if tg_op = 'DELETE' then
    perform replace_file_uses(old.org_id, 'draft', concat_ws(' ', old.node_id, old.section, old.updated_by), '');
  else
    perform replace_file_uses(new.org_id, 'draft', concat_ws(' ', new.node_id, new.section, new.updated_by), new.draft::text);
  end if;
  return null;
end $$;

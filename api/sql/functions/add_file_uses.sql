-- Records that a record uses the stored files of its organisation that its text names.
create or replace function add_file_uses(p_org uuid, p_kind text, p_record text, p_text text) returns void
  language plpgsql volatile as $$
begin
  insert into file_uses (org_id, address, kind, record)
  select distinct u.org_id, u.address, p_kind, p_record
    from regexp_matches(p_text, '/files/[\w/-]+\.[a-z0-9]+', 'g') hit join uploads u on u.org_id = p_org and u.address = hit[1]
      on conflict do nothing;
end $$;

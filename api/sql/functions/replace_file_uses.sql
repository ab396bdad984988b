-- Records the stored files that a record uses now, and removes the uses of those that its text no longer names.
create or replace function replace_file_uses(p_org uuid, p_kind text, p_record text, p_text text) returns void
  language plpgsql volatile as $$
begin
  perform add_file_uses(p_org, p_kind, p_record, p_text);
  delete from file_uses f where f.org_id = p_org and f.kind = p_kind and f.record = p_record
     and f.address not in (select hit[1] from regexp_matches(p_text, '/files/[\w/-]+\.[a-z0-9]+', 'g') hit);
end $$;

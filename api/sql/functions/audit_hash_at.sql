-- The hash at a position of an organisation's hash chain; null without one.
create or replace function audit_hash_at(p_org uuid, p_position bigint) returns text
  language plpgsql stable security definer as $$
begin
  return (select encode(s.hash, 'hex') from audit_chain s where s.org_id = p_org and s.position = p_position);
end $$;

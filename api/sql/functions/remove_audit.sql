-- Removes the beginning of an organisation's hash chain with its entries, and keeps the signed record of it; returns the number of
-- entries. False hashes remove nothing: the record would not describe what is removed.
create or replace function remove_audit(p_org uuid, p_through bigint, p_hash text, p_record jsonb) returns int
  language plpgsql volatile security definer as $$
declare
  removed uuid[];
begin
  perform pg_advisory_xact_lock(16);
  if audit_hash_at(p_org, p_through) is distinct from p_hash then return 0; end if;
  with gone as (delete from audit_chain s where s.org_id = p_org and s.position <= p_through returning s.audit_id)
  select array_agg(audit_id) into removed from gone;
  delete from audit a where a.id = any (removed);
  insert into audit_gaps (org_id, record) values (p_org, p_record);
  return cardinality(removed);
end $$;

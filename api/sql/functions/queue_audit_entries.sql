-- Queues new audit entries for the hash chain, once per statement.
create or replace function queue_audit_entries() returns trigger
  language plpgsql security definer as $$
begin
  insert into audit_chain_queue (audit_id, org_id, at) select id, org_id, at from fresh;
  return null;
end $$;

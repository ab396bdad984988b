-- Queues new audit entries for the hash chain, once per statement.
create or replace function note_unsealed() returns trigger
  language plpgsql security definer as $$
begin
  insert into audit_unsealed (audit_id, org_id, at) select id, org_id, at from fresh;
  return null;
end $$;

-- Keeps the signed record of a gap in an organisation's hash chain.
create or replace function insert_audit_gap(p_org uuid, p_record jsonb) returns void
  language plpgsql volatile security definer as $$
begin
  insert into audit_gaps (org_id, record) values (p_org, p_record);
end $$;

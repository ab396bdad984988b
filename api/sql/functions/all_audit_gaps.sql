-- The signed records of all gaps, oldest first.
create or replace function all_audit_gaps() returns table (org_id uuid, record text)
  language plpgsql stable security definer as $$
#variable_conflict use_column
begin
  return query
    select g.org_id, g.record::text from audit_gaps g order by g.id;
end $$;

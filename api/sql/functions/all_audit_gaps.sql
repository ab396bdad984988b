-- The signed records of all gaps, oldest first.
create or replace function all_audit_gaps() returns table (org_id uuid, record text)
  language sql stable security definer
  begin atomic
    select g.org_id, g.record::text from audit_gaps g order by g.id;
  end;

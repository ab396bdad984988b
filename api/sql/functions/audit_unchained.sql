-- Audit entries that never entered a hash chain: neither chained, nor queued within the last ten minutes.
create or replace function audit_unchained() returns table (org_id uuid, audit_id uuid, at timestamptz)
  language plpgsql stable security definer as $$
#variable_conflict use_column
begin
  return query
    select a.org_id, a.id, a.at from audit a
      left join audit_chain s on s.audit_id = a.id
      left join audit_chain_queue q on q.audit_id = a.id and q.at > clock() - interval '10 minutes'
     where s.audit_id is null and q.audit_id is null order by a.org_id, a.at, a.id;
end $$;

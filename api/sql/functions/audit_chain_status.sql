-- The length of each organisation's hash chain, the number of audit entries that are not chained yet, and the last hash. A copy
-- of the last hash, kept elsewhere, reveals a chain that was rewritten as a whole.
create or replace function audit_chain_status() returns table (org_id uuid, name text, sealed bigint, open bigint, last text)
  language sql stable security definer
  begin atomic
    select n.id, n.name, (select count(*) from audit_chain s where s.org_id = n.id),
           (select count(*) from audit_chain_queue u where u.org_id = n.id),
           (select encode(s.hash, 'hex') from audit_chain s where s.org_id = n.id order by s.position desc limit 1)
      from nodes n where n.parent_id is null;
  end;

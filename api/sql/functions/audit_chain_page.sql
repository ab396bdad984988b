-- A part of an organisation's hash chain after a position, with each entry as JSON text (null if the entry is missing), to be
-- verified outside the database.
create or replace function audit_chain_page(p_org uuid, p_after bigint, p_limit int)
  returns table ("position" bigint, version int, hash text, audit_id uuid, entry text)
  language plpgsql stable security definer rows 1000 as $$
#variable_conflict use_column
begin
  return query
    select s.position, s.version, encode(s.hash, 'hex'), s.audit_id, audit_entry_object(a)::text
      from audit_chain s left join audit a on a.id = s.audit_id
     where s.org_id = p_org and s.position > p_after order by s.position limit p_limit;
end $$;

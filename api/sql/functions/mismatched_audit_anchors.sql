-- The anchors, given with organisation, position and hash, that the hash chains do not contain.
create or replace function mismatched_audit_anchors(p_anchors jsonb) returns table (org_id uuid, "position" bigint)
  language plpgsql stable security definer as $$
#variable_conflict use_column
begin
  return query
    select x."orgId", x.position from jsonb_to_recordset(p_anchors) x("orgId" uuid, position bigint, hash text)
      left join audit_chain s on s.org_id = x."orgId" and s.position = x.position and s.hash = decode(x.hash, 'hex')
     where s.org_id is null;
end $$;

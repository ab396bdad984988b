-- Each organisation's last position and hash in its hash chain (null without one), the number of entries that are not chained yet,
-- and the position that was signed last.
create or replace function audit_heads()
  returns table (org_id uuid, name text, "position" bigint, hash text, pending bigint, anchored bigint)
  language plpgsql stable security definer as $$
#variable_conflict use_column
begin
  return query
    select n.id, n.name, s.position, encode(s.hash, 'hex'), (select count(*) from audit_chain_queue u where u.org_id = n.id),
           (select (t.anchor ->> 'position')::bigint from audit_status t where t.org_id = n.id)
      from nodes n
      left join lateral (select c.position, c.hash from audit_chain c where c.org_id = n.id order by c.position desc limit 1) s on true
     where n.parent_id is null;
end $$;

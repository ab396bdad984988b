-- For each organisation the beginning of its hash chain that is older than p_days: the first and the last position to remove, and
-- the hash of the latter, p_limit entries at most. The end of a chain always stays, so that positions go on from it.
create or replace function expired_audit(p_days int, p_limit int)
  returns table (org_id uuid, "first" bigint, through bigint, hash text)
  language plpgsql stable security definer as $$
declare
  one record;
begin
  for one in select n.id, low.position as low, high.position as high
               from nodes n
               cross join lateral (select s.position from audit_chain s where s.org_id = n.id order by s.position limit 1) low
               cross join lateral (select s.position from audit_chain s where s.org_id = n.id order by s.position desc limit 1) high
              where n.parent_id is null loop
    org_id := one.id;
    first := one.low;
    select min(x.position) - 1 into through
      from (select s.position from audit_chain s join audit a on a.id = s.audit_id
             where s.org_id = one.id and s.position < one.low + p_limit and a.at >= clock() - make_interval(days => p_days)
             order by s.position limit 1) x;
    through := least(coalesce(through, one.low + p_limit - 1), one.high - 1);
    if through >= first then
      hash := audit_hash_at(one.id, through);
      return next;
    end if;
  end loop;
end $$;

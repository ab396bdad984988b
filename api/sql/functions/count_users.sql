-- The number of users found. Without a filter, or with one of the status alone, it is exact, from the counters of the scope. Otherwise
-- users are counted up to a bound, beyond which the planner's estimate is used. With row-level security the estimate would be a
-- quarter of the real number. The counters of the platform cover all organisations, so its own users are counted.
create or replace function count_users(p_patterns text[], p_below text, p_only jsonb, p_most int, out total int, out estimated boolean)
  language plpgsql volatile security definer as $$
declare
  plan json;
  counted int;
begin
  estimated := false;
  if scope_lo() is null then
    total := 0;
    return;
  end if;
  if p_patterns = '{}' and p_below is null and p_only - 'status' = '{}'
     and coalesce(p_only ->> 'status', 'enabled') in ('enabled', 'disabled', 'invited')
     and not exists (select from nodes g where g.id = scope_org() and g.node_type = 'GLOBAL') then
    select coalesce(sum(c.count), 0) into total from scope_counts('user.') c
     where case p_only ->> 'status' when 'enabled' then c.kind <> 'user.disabled' when 'disabled' then c.kind = 'user.disabled'
             when 'invited' then c.kind = 'user.invited' else true end;
    return;
  end if;
  execute 'select count(*) from (select from users u where u.org_id = $1 and u.deleted_date is null'
    || user_scope_conditions(p_patterns, p_below, p_only, false) || ' limit $4) found'
    into counted using scope_org(), scope_lo(), scope_hi(), p_most + 1;
  if counted <= p_most then
    total := counted;
    return;
  end if;
  execute format('explain (format json) select from users u where u.deleted_date is null'
    || case when scope_is_organisation() then ' and u.org_id = %1$L' else ' and u.tpath >= %2$L and u.tpath < %3$L' end, scope_org(), scope_lo(), scope_hi())
    || user_filter_conditions(p_patterns, p_below, p_only, false) into plan;
  total := greatest((plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric::int, p_most + 1);
  estimated := true;
end $$;

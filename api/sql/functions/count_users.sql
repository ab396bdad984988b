-- The number of users found, counted up to a bound; beyond it the planner's estimate is used. Where the estimate for the whole
-- scope is far beyond the bound, nothing is counted. With row-level security the estimate would be a quarter of the real number.
create or replace function count_users(p_patterns text[], p_below text, p_only jsonb, p_most int, out total int, out estimated boolean)
  language plpgsql volatile security definer as $$
declare
  narrowed constant boolean := p_patterns <> '{}' or p_below is not null or p_only <> '{}';
  plan json;
  counted int;
begin
  if scope_lo() is null then
    total := 0; estimated := false;
    return;
  end if;
  execute format('explain (format json) select from users u where u.deleted_date is null'
    || case when scope_is_organisation() then ' and u.org_id = %1$L' else ' and u.tpath >= %2$L and u.tpath < %3$L' end, scope_org(), scope_lo(), scope_hi())
    || user_filter_conditions(p_patterns, p_below, p_only, false) into plan;
  total := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric::int;
  estimated := true;
  if not narrowed and total > 5 * p_most then return; end if;
  execute 'select count(*) from (select from users u where u.org_id = $1 and u.deleted_date is null'
    || user_scope_conditions(p_patterns, p_below, p_only, false) || ' limit $4) found'
    into counted using scope_org(), scope_lo(), scope_hi(), p_most + 1;
  if counted <= p_most then
    total := counted; estimated := false;
  else
    total := greatest(total, p_most + 1);
  end if;
end $$;

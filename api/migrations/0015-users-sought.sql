-- page_of_users, count_users: as before, but a search holds a pattern for each word, all of which have to be found, in
-- whatever order; and the users of one place and all below it can be asked for, within the caller's own area as ever.
drop function page_of_users(text, text, boolean, text, uuid, int, int);
drop function count_users(text, int);
drop function users_in_scope(text);

-- The conditions that cut the wanted users out of the organisation's: $2 and $3 range. A place is named by its path, and
-- narrows what the caller reaches.
create function users_sought(p_patterns text[], p_below text) returns text language sql stable set search_path = public, pg_temp
  return case when p_below is null then '' else format(' and u.tpath >= %L and u.tpath < %L', p_below, left(p_below, -1) || '/') end
    || coalesce((select string_agg(format(' and u.search_text like %L', pattern), '') from unnest(p_patterns) pattern), '');
create function users_in_scope(p_patterns text[], p_below text) returns text language sql stable set search_path = public, pg_temp
  return case when whole_organisation() then '' else ' and u.tpath >= $2 and u.tpath < $3' end || users_sought(p_patterns, p_below);

create function page_of_users(p_patterns text[], p_below text, p_order text, p_descending boolean, p_after text, p_after_id uuid, p_offset int, p_limit int)
  returns table (id uuid) language plpgsql stable security definer rows 25 set search_path = public, pg_temp as $$
declare
  everybody constant text := 'u.org_id = $1 and u.deleted_date is null';
  found_ones constant text := users_in_scope(p_patterns, p_below);
  sorted constant text := case p_order when 'name' then 'name_norm' when 'userName' then 'user_name_norm' when 'emailId' then 'email_norm'
    when 'lastActive' then 'last_active' when 'createdDate' then 'created_date' end;
  in_order constant text := format(' order by u.%1$I %2$s, u.id %2$s', sorted, case when p_descending then 'desc' else 'asc' end);
  after constant text := case when p_after_id is null then '' else format(' and (u.%1$I, u.id) %2$s ($4::%3$s, $5)', sorted,
    case when p_descending then '<' else '>' end, case when p_order in ('lastActive', 'createdDate') then 'timestamptz' else 'text' end) end;
  few int;
begin
  execute 'select count(*) from (select from users u where ' || everybody || found_ones || ' limit 5001) found'
    into few using scope_org(), scope_lo(), scope_hi();
  return query execute case
    when few <= 5000 then
      format('select u.id from (select u.id, u.%1$I from users u where ', sorted) || everybody || found_ones || after || ' offset 0) u' || in_order
    else
      'select u.id from (select u.id, u.tpath, u.search_text from users u where ' || everybody || after || in_order || ' offset 0) u where true' || found_ones
    end || ' offset $6 limit $7'
    using scope_org(), scope_lo(), scope_hi(), p_after, p_after_id, p_offset, p_limit;
end $$;

create function count_users(p_patterns text[], p_below text, p_most int, out total int, out estimated boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  narrowed constant boolean := p_patterns <> '{}' or p_below is not null;
  plan json;
  counted int;
begin
  if scope_lo() is null then
    total := 0; estimated := false;
    return;
  end if;
  execute format('explain (format json) select from users u where u.deleted_date is null'
    || case when whole_organisation() then ' and u.org_id = %1$L' else ' and u.tpath >= %2$L and u.tpath < %3$L' end, scope_org(), scope_lo(), scope_hi())
    || users_sought(p_patterns, p_below) into plan;
  total := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric::int;
  estimated := true;
  if not narrowed and total > 5 * p_most then return; end if;
  execute 'select count(*) from (select from users u where u.org_id = $1 and u.deleted_date is null' || users_in_scope(p_patterns, p_below) || ' limit $4) found'
    into counted using scope_org(), scope_lo(), scope_hi(), p_most + 1;
  if counted <= p_most then
    total := counted; estimated := false;
  else
    total := greatest(total, p_most + 1);
  end if;
end $$;

do $$
declare
  listed text;
begin
  foreach listed in array array['page_of_users(text[], text, text, boolean, text, uuid, int, int)', 'count_users(text[], text, int)'] loop
    execute format('alter function %s owner to storeward_definer', listed);
    execute format('revoke execute on function %s from public', listed);
    execute format('grant execute on function %s to storeward_app, storeward_definer', listed);
  end loop;
end $$;

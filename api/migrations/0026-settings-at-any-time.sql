-- settings_along: as before, and as of any moment: one that is named, or one that the clock on the wall of the place shows.
drop function settings_along(uuid, text[]);
create function settings_along(p_node uuid, p_sections text[], p_at timestamptz default null, p_wall timestamp default null)
  returns table (id uuid, name text, node_type text, org_code text, told_at timestamptz, settings json)
  language plpgsql stable security definer rows 1 set search_path = public, pg_temp as $$
declare
  place record;
  moment timestamptz;
begin
  select n.id, n.name, n.node_type, n.tpath into place from nodes n
   where n.org_id = scope_org() and n.id = p_node and n.deleted_date is null
     and (n.tpath >= scope_lo() and n.tpath < scope_hi() or n.tpath = any(path_prefixes(scope_lo())) or n.id = n.org_id);
  if not found then return; end if;
  if p_at is null and p_wall is null then
    return query select place.id, place.name, place.node_type, (select o.code from organisations o where o.org_id = scope_org()), null::timestamptz,
      coalesce((select json_agg(json_build_array(s.section, s.field, s.value, s.mode) order by s.tpath, s.valid_from)
         from setting_values s
        where s.org_id = scope_org() and s.section = any(p_sections) and s.ended_date is null
          and s.valid_from <= clock() and (s.valid_until is null or s.valid_until > clock())
          and s.node_id in (select n.id from nodes n where n.org_id = scope_org() and n.tpath = any(path_prefixes(place.tpath)))), '[]'::json);
    return;
  end if;
  moment := coalesce(p_at, p_wall at time zone coalesce((select n.time_zone from nodes n
    where n.org_id = scope_org() and n.tpath = any(path_prefixes(place.tpath)) and n.time_zone is not null
    order by length(n.tpath) desc limit 1), 'UTC'));
  return query select place.id, place.name, place.node_type, (select o.code from organisations o where o.org_id = scope_org()), moment,
    coalesce((select json_agg(json_build_array(s.section, s.field, s.value, s.mode) order by s.tpath, s.valid_from)
       from setting_values s
      where s.org_id = scope_org() and s.section = any(p_sections)
        and s.valid_from <= moment and (s.valid_until is null or s.valid_until > moment)
        and s.tpath = any(path_prefixes(place.tpath))), '[]'::json);
end $$;

-- settings_told: as before, and what has ended is not read where the moment at hand or a later one is asked for: nothing that
-- has ended counts then.
create or replace function settings_told(p_nodes uuid[], p_sections text[], p_at timestamptz)
  returns table (for_node uuid, node_id uuid, name text, node_type text, section text, field text, value jsonb, mode text,
                 since timestamptz, told_by text, reason text)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
begin
  if p_at >= clock() then
    return query
    with ways as materialized (
      select p.id, p.org_id, way.path from nodes p cross join lateral unnest(path_prefixes(p.tpath)) way(path)
       where p.org_id = scope_org() and p.id = any(p_nodes) and p.deleted_date is null
         and p.tpath >= scope_lo() and p.tpath < scope_hi())
    select w.id, n.id, n.name, n.node_type, s.section, s.field, s.value, s.mode, s.valid_from,
        nullif(trim(u.first_name || ' ' || u.last_name), ''), c.reason
      from ways w
      cross join lateral unnest(p_sections) wanted(section)
      cross join lateral (select v.* from setting_values v
         where v.org_id = w.org_id and v.tpath = w.path and v.section = wanted.section and v.ended_date is null
           and v.valid_from <= p_at and (v.valid_until is null or v.valid_until > p_at) offset 0) s
      join nodes n on n.org_id = s.org_id and n.id = s.node_id
      left join users u on u.org_id = s.org_id and u.id = s.created_by
      left join setting_changes c on c.org_id = s.org_id and c.id = s.change_id
     order by w.id, n.tpath, s.valid_from;
    return;
  end if;
  return query
  with ways as materialized (
    select p.id, p.org_id, way.path from nodes p cross join lateral unnest(path_prefixes(p.tpath)) way(path)
     where p.org_id = scope_org() and p.id = any(p_nodes) and p.deleted_date is null
       and p.tpath >= scope_lo() and p.tpath < scope_hi())
  select w.id, n.id, n.name, n.node_type, s.section, s.field, s.value, s.mode, s.valid_from,
      nullif(trim(u.first_name || ' ' || u.last_name), ''), c.reason
    from ways w
    cross join lateral (select v.* from setting_values v
       where v.org_id = w.org_id and v.tpath = w.path and v.section = any(p_sections)
         and v.valid_from <= p_at and (v.valid_until is null or v.valid_until > p_at) offset 0) s
    join nodes n on n.org_id = s.org_id and n.id = s.node_id
    left join users u on u.org_id = s.org_id and u.id = s.created_by
    left join setting_changes c on c.org_id = s.org_id and c.id = s.change_id
   order by w.id, n.tpath, s.valid_from;
end $$;

-- settings_page: a page of the places of some kinds at and below one of the caller's area, by name, and all that is said of one
-- section on the way down to them: once for each place that says something, however many of the page stand below it.
create function settings_page(p_node uuid, p_section text, p_types text[], p_pattern text, p_offset int, p_limit int, p_most int) returns json
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  place record;
  page json;
begin
  select n.id, n.name, n.node_type, n.tpath into place from nodes n
   where n.org_id = scope_org() and n.id = p_node and n.deleted_date is null and n.tpath >= scope_lo() and n.tpath < scope_hi();
  if not found then return null; end if;
  -- planned anew each time: how many places there are decides the way
  execute $words$
  with found as materialized (
    select n.id, n.name, n.code, n.node_type, n.tpath, n.name_norm from nodes n
     where n.org_id = $1 and n.deleted_date is null and n.tpath >= $2 and n.tpath < left($2, -1) || '/'
       and n.node_type = any($3) and ($4 is null or n.search_text like $4)
     order by n.name_norm, n.id offset $5 limit $6
  ), ways as materialized (
    select distinct way.path from found f cross join lateral unnest(path_prefixes(f.tpath)) way(path)
  ), said as (
    select v.tpath, n.id, n.name, n.node_type, v.field, v.value, v.mode, v.valid_from from ways w
      cross join lateral (select o.* from setting_values o
         where o.org_id = $1 and o.section = $7 and o.tpath = w.path and o.ended_date is null
           and o.valid_from <= clock() and (o.valid_until is null or o.valid_until > clock()) offset 0) v
      join nodes n on n.org_id = $1 and n.id = v.node_id
  )
  select json_build_object(
    'rows', coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'code', f.code, 'nodeType', f.node_type, 'tpath', f.tpath)
                        order by f.name_norm, f.id) from found f), '[]'::json),
    'said', coalesce((select json_agg(json_build_object('tpath', s.tpath, 'nodeId', s.id, 'name', s.name, 'nodeType', s.node_type,
                        'field', s.field, 'value', s.value, 'mode', s.mode) order by s.tpath, s.valid_from) from said s), '[]'::json),
    'total', (select count(*) from (select from nodes n
       where n.org_id = $1 and n.deleted_date is null and n.tpath >= $2 and n.tpath < left($2, -1) || '/'
         and n.node_type = any($3) and ($4 is null or n.search_text like $4) limit $8) counted))
  $words$ into page using scope_org(), place.tpath, p_types, p_pattern, p_offset, p_limit, p_section, p_most;
  return page;
end $$;

-- search_nodes, count_found_nodes: as before, of those at and below one place alone where that is asked for.
drop function search_nodes(text, text, boolean, text[], text, int, int);
drop function count_found_nodes(text, text, boolean, text[], int);
create function search_nodes(p_pattern text, p_hidden text, p_open boolean, p_types text[], p_below text, p_code text, p_offset int, p_limit int)
  returns table (id uuid)
  language plpgsql stable security definer rows 25 set search_path = public, pg_temp as $$
begin
  return query execute 'select n.id from nodes n where ' || nodes_in_scope()
    || case when p_below is null then '' else $words$ and n.tpath >= $10 and n.tpath < left($10, -1) || '/'$words$ end
    || ' order by n.code_norm = $7 desc, n.name_norm, n.id offset $8 limit $9'
    using scope_org(), scope_lo(), scope_hi(), p_pattern, barred_paths(p_hidden, p_open), p_types, p_code, p_offset, p_limit, p_below;
end $$;
create function count_found_nodes(p_pattern text, p_hidden text, p_open boolean, p_types text[], p_below text, p_most int) returns int
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  total int;
begin
  execute 'select count(*) from (select from nodes n where ' || nodes_in_scope()
    || case when p_below is null then '' else $words$ and n.tpath >= $8 and n.tpath < left($8, -1) || '/'$words$ end || ' limit $7) found'
    into total using scope_org(), scope_lo(), scope_hi(), p_pattern, barred_paths(p_hidden, p_open), p_types, p_most, p_below;
  return total;
end $$;

-- is_colleague: whether somebody belongs to the organisation at hand, or else to the platform. Of a colleague outside the reader's
-- area nothing else is told.
create function is_colleague(p_user uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select exists (select from users u where u.org_id = scope_org() and u.id = p_user);
  end;

-- setting_words: the values that are said of each field at, above and below one place of the caller's area, each once: whoever
-- understands them says which of them count for nothing.
create function setting_words(p_node uuid, p_sections text[]) returns table (section text, field text, value jsonb)
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp as $$
declare
  place record;
begin
  select n.tpath into place from nodes n
   where n.org_id = scope_org() and n.id = p_node and n.deleted_date is null and n.tpath >= scope_lo() and n.tpath < scope_hi();
  if not found then return; end if;
  return query execute $words$
  select distinct v.section, v.field, v.value from setting_values v
   where v.org_id = scope_org() and v.section = any($1) and v.ended_date is null and v.valid_from <= clock()
     and (v.valid_until is null or v.valid_until > clock())
     and (v.tpath > $2 and v.tpath < left($2, -1) || '/' or v.tpath = any(path_prefixes($2)))
  $words$ using p_sections, place.tpath;
end $$;

-- setting_reach: as before, without the values that nobody understands any more: they neither count nor bind.
drop function setting_reach(uuid, text[], jsonb);
create function setting_reach(p_node uuid, p_sections text[], p_stricter jsonb, p_lost jsonb)
  returns table (section text, field text, own int, overruled int, stores_apart int, vals json, kinds int)
  language plpgsql stable security definer rows 50 set search_path = public, pg_temp as $$
declare
  place record;
begin
  select n.tpath into place from nodes n
   where n.org_id = scope_org() and n.id = p_node and n.deleted_date is null and n.tpath >= scope_lo() and n.tpath < scope_hi();
  if not found then return; end if;
  return query execute $words$
  with lost as materialized (
    select x.section, x.field, x.value from jsonb_to_recordset($4) x(section text, field text, value jsonb)
  ), standing as materialized (
    select v.section, v.field, v.tpath, v.node_id, v.value, v.mode from setting_values v
     where v.org_id = scope_org() and v.section = any($1) and v.ended_date is null and v.valid_from <= clock()
       and (v.valid_until is null or v.valid_until > clock())
       and v.tpath > $3 and v.tpath < left($3, -1) || '/'
       and not exists (select from lost l where l.section = v.section and l.field = v.field and l.value = v.value)
  ), bounds as materialized (
    select s.section, s.field, s.tpath, s.value, s.mode from standing s where s.mode <> 'free'
    union all
    select v.section, v.field, v.tpath, v.value, v.mode from setting_values v
     where v.org_id = scope_org() and v.section = any($1) and v.mode <> 'free' and v.ended_date is null and v.valid_from <= clock()
       and (v.valid_until is null or v.valid_until > clock()) and v.tpath = any(path_prefixes($3))
       and not exists (select from lost l where l.section = v.section and l.field = v.field and l.value = v.value)
  ), judged as (
    select s.*, n.node_type, not exists (
        select from bounds b where b.section = s.section and b.field = s.field and s.tpath ^@ b.tpath and s.tpath <> b.tpath
           and (b.mode = 'locked' or case $2 ->> (s.section || '.' || s.field) when 'less' then s.value > b.value
                  when 'more' then s.value < b.value else false end)) as counts
      from standing s join nodes n on n.org_id = scope_org() and n.id = s.node_id and n.deleted_date is null
  ), topmost as (
    select j.*, j.tpath >= coalesce(max(left(j.tpath, -1) || '/') over
        (partition by j.section, j.field order by j.tpath rows between unbounded preceding and 1 preceding), '') as first_on_its_way
      from judged j where j.counts
  ), apart as (
    select t.section, t.field, sum(case when t.node_type = 'STORE' then 1 else (select count(*) from nodes n
        where n.org_id = scope_org() and n.node_type = 'STORE' and n.deleted_date is null and n.tpath >= t.tpath and n.tpath < left(t.tpath, -1) || '/') end)::int as stores
      from topmost t where t.first_on_its_way group by t.section, t.field
  ), valued as (
    select j.section, j.field, j.value, count(*)::int as times, row_number() over (partition by j.section, j.field order by count(*) desc, j.value) as place
      from judged j group by j.section, j.field, j.value
  )
  select j.section, j.field, count(*)::int, (count(*) filter (where not j.counts))::int, coalesce(max(a.stores), 0),
      (select json_agg(json_build_object('value', v.value, 'count', v.times) order by v.place) from valued v
        where v.section = j.section and v.field = j.field and v.place <= 6),
      (select count(*)::int from valued v where v.section = j.section and v.field = j.field)
    from judged j left join apart a on a.section = j.section and a.field = j.field
   group by j.section, j.field
  $words$ using p_sections, p_stricter, place.tpath, p_lost;
end $$;

do $$
declare
  listed text;
begin
  foreach listed in array array['settings_along(uuid, text[], timestamptz, timestamp)', 'settings_page(uuid, text, text[], text, int, int, int)',
    'search_nodes(text, text, boolean, text[], text, text, int, int)', 'count_found_nodes(text, text, boolean, text[], text, int)',
    'is_colleague(uuid)', 'setting_words(uuid, text[])', 'setting_reach(uuid, text[], jsonb, jsonb)'] loop
    execute format('alter function %s owner to storeward_definer', listed);
    execute format('revoke execute on function %s from public', listed);
    execute format('grant execute on function %s to storeward_app', listed);
  end loop;
end $$;

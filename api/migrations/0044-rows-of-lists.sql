-- Rows of a list are stored like fields of their own, as list/row. To resolve them, one has to know which values were stored at the
-- same node: the length of its path says it.

-- settings_along: as before, with the length of each value's path.
create or replace function settings_along(p_node uuid, p_sections text[], p_at timestamptz default null, p_wall timestamp default null)
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
      coalesce((select json_agg(json_build_array(s.section, s.field, s.value, s.mode, length(s.tpath)) order by s.tpath, s.valid_from)
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
    coalesce((select json_agg(json_build_array(s.section, s.field, s.value, s.mode, length(s.tpath)) order by s.tpath, s.valid_from)
       from setting_values s
      where s.org_id = scope_org() and s.section = any(p_sections)
        and s.valid_from <= moment and (s.valid_until is null or s.valid_until > moment)
        and s.tpath = any(path_prefixes(place.tpath))), '[]'::json);
end $$;

-- device_configuration: likewise.
create or replace function device_configuration(p_key_hash bytea, p_sections text[])
  returns table (store_id uuid, name text, code text, time_zone text, org_code text, since timestamptz, settings json)
  language plpgsql volatile security definer rows 1 set search_path = public, pg_temp as $$
declare
  place record;
  above uuid[];
begin
  update devices d set last_seen = clock() where d.org_id = scope_org() and d.key_hash = p_key_hash and d.deleted_date is null
     and (d.last_seen is null or d.last_seen < clock() - interval '1 minute');
  select n.id, n.name, n.code, n.time_zone, n.tpath into place from devices d join nodes n on n.org_id = d.org_id and n.id = d.node_id
   where d.org_id = scope_org() and d.key_hash = p_key_hash and d.deleted_date is null and n.deleted_date is null
     and not exists (select from nodes a where a.org_id = n.org_id and a.tpath = any(path_prefixes(n.tpath)) and not a.status);
  if not found then return; end if;
  above := array(select n.id from nodes n where n.org_id = scope_org() and n.tpath = any(path_prefixes(place.tpath)));
  return query select place.id, place.name, place.code, place.time_zone, (select o.code from organisations o where o.org_id = scope_org()),
    greatest((select max(n.updated_date) from nodes n where n.org_id = scope_org() and n.id = any(above)),
      (select max(c.begins) from setting_changes c where c.org_id = scope_org() and c.node_id = any(above) and c.section = any(p_sections)
         and c.begins <= clock() and c.withdrawn_date is null)),
    coalesce((select json_agg(json_build_array(s.section, s.field, s.value, s.mode, length(s.tpath)) order by s.tpath, s.valid_from)
       from setting_values s
      where s.org_id = scope_org() and s.section = any(p_sections) and s.ended_date is null
        and s.valid_from <= clock() and (s.valid_until is null or s.valid_until > clock())
        and s.node_id = any(above)), '[]'::json);
end $$;

-- setting_words, setting_reach: as before, without the rows of lists, which are counted by what is done to them.
create or replace function setting_words(p_node uuid, p_sections text[]) returns table (section text, field text, value jsonb)
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp as $$
declare
  place record;
begin
  select n.tpath into place from nodes n
   where n.org_id = scope_org() and n.id = p_node and n.deleted_date is null and n.tpath >= scope_lo() and n.tpath < scope_hi();
  if not found then return; end if;
  return query execute $words$
  select distinct v.section, v.field, v.value from setting_values v
   where v.org_id = scope_org() and v.section = any($1) and position('/' in v.field) = 0 and v.ended_date is null and v.valid_from <= $3
     and (v.valid_until is null or v.valid_until > $3)
     and (v.tpath > $2 and v.tpath < left($2, -1) || '/' or v.tpath = any(path_prefixes($2)))
  $words$ using p_sections, place.tpath, clock();
end $$;
create or replace function setting_reach(p_node uuid, p_sections text[], p_stricter jsonb, p_lost jsonb)
  returns table (section text, field text, own int, overruled int, stores_apart int, vals json, kinds int)
  language plpgsql stable security definer rows 50 set search_path = public, pg_temp set enable_nestloop = off as $$
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
    select v.section, v.field, v.tpath, v.value, v.mode, n.node_type = 'STORE' as is_store from setting_values v
      join nodes n on n.org_id = scope_org() and n.id = v.node_id and n.deleted_date is null and n.tpath > $3 and n.tpath < left($3, -1) || '/'
     where v.org_id = scope_org() and v.section = any($1) and position('/' in v.field) = 0 and v.ended_date is null and v.valid_from <= $5
       and (v.valid_until is null or v.valid_until > $5)
       and v.tpath > $3 and v.tpath < left($3, -1) || '/'
       $words$ || case when p_lost = '[]' then '' else $words$
       and not exists (select from lost l where l.section = v.section and l.field = v.field and l.value = v.value) $words$ end || $words$
  ), bounds as materialized (
    select s.section, s.field, s.tpath, s.value, s.mode from standing s where s.mode <> 'free'
    union all
    select v.section, v.field, v.tpath, v.value, v.mode from setting_values v
     where v.org_id = scope_org() and v.section = any($1) and v.mode <> 'free' and v.ended_date is null and v.valid_from <= $5
       and (v.valid_until is null or v.valid_until > $5) and v.tpath = any(path_prefixes($3))
       and not exists (select from lost l where l.section = v.section and l.field = v.field and l.value = v.value)
  ), judged as materialized (
    select s.*, not exists (select from bounds) or not exists (
        select from bounds b where b.section = s.section and b.field = s.field and s.tpath ^@ b.tpath and s.tpath <> b.tpath
           and (b.mode = 'locked' or case $2 ->> (s.section || '.' || s.field) when 'less' then s.value > b.value
                  when 'more' then s.value < b.value else false end)) as counts
      from standing s
  ), mixed as materialized (
    select exists (select from judged j where j.counts and not j.is_store) as so
  ), apart as (
    select j.section, j.field, count(*)::int as stores from judged j
     where j.counts and not (select so from mixed) group by j.section, j.field
    union all
    select t.section, t.field, sum(case when t.is_store then 1 else (select count(*) from nodes n
        where n.org_id = scope_org() and n.node_type = 'STORE' and n.deleted_date is null and n.tpath >= t.tpath and n.tpath < left(t.tpath, -1) || '/') end)::int as stores
      from (select j.section, j.field, j.tpath, j.is_store, j.tpath >= coalesce(max(left(j.tpath, -1) || '/') over
        (partition by j.section, j.field order by j.tpath rows between unbounded preceding and 1 preceding), '') as first_on_its_way
      from judged j where j.counts and (select so from mixed)) t where t.first_on_its_way group by t.section, t.field
  ), valued as (
    select j.section, j.field, j.value, count(*)::int as times, (count(*) filter (where not j.counts))::int as overruled,
        row_number() over (partition by j.section, j.field order by count(*) desc, j.value) as place
      from judged j group by j.section, j.field, j.value
  )
  select v.section, v.field, sum(v.times)::int, sum(v.overruled)::int, coalesce(max(a.stores), 0),
      json_agg(json_build_object('value', v.value, 'count', v.times) order by v.place) filter (where v.place <= 6), count(*)::int
    from valued v left join apart a on a.section = v.section and a.field = v.field
   group by v.section, v.field
  $words$ using p_sections, p_stricter, place.tpath, p_lost, clock();
end $$;

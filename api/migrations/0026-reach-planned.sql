-- setting_reach: as before, planned anew each time: a plan that knows neither the place nor how much is said below it went
-- through ten thousand places one by one.
create or replace function setting_reach(p_node uuid, p_sections text[], p_stricter jsonb)
  returns table (section text, field text, own int, overruled int, stores_apart int, vals json, kinds int)
  language plpgsql stable security definer rows 50 set search_path = public, pg_temp as $$
declare
  place record;
begin
  select n.tpath into place from nodes n
   where n.org_id = scope_org() and n.id = p_node and n.deleted_date is null and n.tpath >= scope_lo() and n.tpath < scope_hi();
  if not found then return; end if;
  return query execute $words$
  with standing as materialized (
    select v.section, v.field, v.tpath, v.node_id, v.value, v.mode from setting_values v
     where v.org_id = scope_org() and v.section = any($1) and v.ended_date is null and v.valid_from <= clock()
       and (v.valid_until is null or v.valid_until > clock())
       and v.tpath > $3 and v.tpath < left($3, -1) || '/'
  ), bounds as materialized (
    select s.section, s.field, s.tpath, s.value, s.mode from standing s where s.mode <> 'free'
    union all
    select v.section, v.field, v.tpath, v.value, v.mode from setting_values v
     where v.org_id = scope_org() and v.section = any($1) and v.mode <> 'free' and v.ended_date is null and v.valid_from <= clock()
       and (v.valid_until is null or v.valid_until > clock()) and v.tpath = any(path_prefixes($3))
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
  $words$ using p_sections, p_stricter, place.tpath;
end $$;

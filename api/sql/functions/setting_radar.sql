-- For each field that is set below a node: how many nodes set it, how many of these values do not apply because a node above
-- forbids it, how many stores differ, and the most frequent values. A value applies if no node above has locked the field, and if
-- it is not looser than one above that may only be tightened. Planned anew each time, since a generic plan reads ten thousand
-- nodes one by one. Where only stores have values each counts for itself, and nothing above them is looked up. The values above one
-- are found by the prefixes of its path: comparing all with all took minutes where many nodes restrict a field.
create or replace function setting_radar(p_node uuid, p_sections text[], p_stricter jsonb, p_lost jsonb)
  returns table (section text, field text, own int, overruled int, stores_apart int, vals json, kinds int)
  language plpgsql stable security definer rows 50 set enable_nestloop = off as $$
declare
  node record;
begin
  select n.tpath into node from nodes n
   where n.org_id = scope_org() and n.id = p_node and n.deleted_date is null and in_scope(n.tpath);
  if not found then return; end if;
  return query execute $words$
  with invalid as materialized (
    select x.section, x.field, x.value from jsonb_to_recordset($4) x(section text, field text, value jsonb)
  ), stored as materialized (
    select v.section, v.field, v.tpath, v.value, v.mode, n.node_type = 'STORE' as is_store from setting_values v
      join nodes n on n.org_id = scope_org() and n.id = v.node_id and n.deleted_date is null and is_below(n.tpath, $3)
     where v.org_id = scope_org() and v.section = any($1) and position('/' in v.field) = 0 and v.ended_date is null and applies_at(v, $5)
       and is_below(v.tpath, $3) and not v.tpath ^@ any ($6)
       $words$ || case when p_lost = '[]' then '' else $words$
       and not exists (select from invalid i where i.section = v.section and i.field = v.field and i.value = v.value) $words$ end || $words$
  ), bounds as materialized (
    select s.section, s.field, s.tpath, s.value, s.mode from stored s where s.mode <> 'free' and not s.is_store
    union all
    select v.section, v.field, v.tpath, v.value, v.mode from setting_values v
     where v.org_id = scope_org() and v.section = any($1) and v.mode <> 'free' and v.ended_date is null and applies_at(v, $5)
       and v.tpath = any(path_prefixes($3))
       and not exists (select from invalid i where i.section = v.section and i.field = v.field and i.value = v.value)
  ), above as materialized (
    select p.tpath, a.path from (select distinct s.tpath from stored s
        join (select distinct b.section, b.field from bounds b) f on f.section = s.section and f.field = s.field) p
      cross join lateral unnest(path_prefixes(p.tpath)) a(path) where a.path <> p.tpath
  ), overruled as materialized (
    select distinct s.section, s.field, s.tpath from stored s join above a on a.tpath = s.tpath
      join bounds b on b.section = s.section and b.field = s.field and b.tpath = a.path
       and (b.mode = 'locked' or case $2 ->> (s.section || '.' || s.field) when 'less' then s.value > b.value
              when 'more' then s.value < b.value else false end)
  ), evaluated as materialized (
    select s.*, o.tpath is null as counts from stored s
      left join overruled o on o.section = s.section and o.field = s.field and o.tpath = s.tpath
  ), mixed as materialized (
    select exists (select from evaluated e where e.counts and not e.is_store) as so
  ), apart as (
    select e.section, e.field, count(*)::int as stores from evaluated e
     where e.counts and not (select so from mixed) group by e.section, e.field
    union all
    select t.section, t.field, sum(case when t.is_store then 1 else (select count(*) from nodes n
        where n.org_id = scope_org() and n.node_type = 'STORE' and n.deleted_date is null and in_sub_tree(n.tpath, t.tpath)
          and not n.tpath ^@ any ($6)) end)::int as stores
      from (select e.section, e.field, e.tpath, e.is_store, e.tpath >= coalesce(max(sub_tree_end(e.tpath)) over
        (partition by e.section, e.field order by e.tpath rows between unbounded preceding and 1 preceding), '') as is_topmost
      from evaluated e where e.counts and (select so from mixed)) t where t.is_topmost group by t.section, t.field
  ), valued as (
    select e.section, e.field, e.value, count(*)::int as times, (count(*) filter (where not e.counts))::int as overruled,
        row_number() over (partition by e.section, e.field order by count(*) desc, e.value) as rank
      from evaluated e group by e.section, e.field, e.value
  )
  select v.section, v.field, sum(v.times)::int, sum(v.overruled)::int, coalesce(max(a.stores), 0),
      json_agg(json_build_object('value', v.value, 'count', v.times) order by v.rank) filter (where v.rank <= 6), count(*)::int
    from valued v left join apart a on a.section = v.section and a.field = v.field
   group by v.section, v.field
  $words$ using p_sections, p_stricter, node.tpath, p_lost, clock(), scope_hidden();
end $$;

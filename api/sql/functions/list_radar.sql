-- For each list with rows that nodes below a node change: how many nodes do, on how many nothing has effect because a node above
-- forbids it or the row is gone, how many stores differ, and the numbers of nodes and stores by operation. An operation is the field
-- `list/row`, or `list` itself for its order and for what the nodes below may do. Operations above the node count too, also above
-- the actor's scope; only their effect is returned. Planned anew each time, as setting_radar is.
create or replace function list_radar(p_node uuid, p_lists jsonb)
  returns table (section text, field text, own int, overruled int, stores_apart int, actions json)
  language plpgsql stable security definer rows 10 set enable_nestloop = off as $$
declare
  node record;
begin
  select n.tpath into node from nodes n
   where n.org_id = scope_org() and n.id = p_node and n.deleted_date is null and in_scope(n.tpath);
  if not found then return; end if;
  return query execute $words$
  with listed as materialized (
    select x.section, x.field from jsonb_to_recordset($1) x(section text, field text)
  ), stored as materialized (
    select l.section, l.field, v.field as name, v.tpath, v.mode, list_action(v.value) as action, n.node_type = 'STORE' as is_store
      from setting_values v
      join nodes n on n.org_id = scope_org() and n.id = v.node_id and n.deleted_date is null and is_below(n.tpath, $2)
      join listed l on l.section = v.section and l.field = split_part(v.field, '/', 1)
     where v.org_id = scope_org() and v.section in (select listed.section from listed) and v.ended_date is null and applies_at(v, $3)
       and is_below(v.tpath, $2) and not v.tpath ^@ any ($4)
  ), effective as materialized (
    select s.section, s.field, s.name, s.tpath, s.mode, s.action from stored s where not s.is_store
    union all
    select l.section, l.field, v.field, v.tpath, v.mode, list_action(v.value) from setting_values v
      join listed l on l.section = v.section and l.field = split_part(v.field, '/', 1)
     where v.org_id = scope_org() and v.tpath = any(path_prefixes($2)) and v.ended_date is null and applies_at(v, $3)
  ), above as materialized (
    select p.tpath, a.path from (select distinct s.tpath from stored s) p
      cross join lateral unnest(path_prefixes(p.tpath)) a(path) where a.path <> p.tpath
  ), by_row as materialized (
    select s.section, s.name, s.tpath, bool_or(e.mode = 'locked') as locked, bool_or(e.action = 'add') as added,
           bool_or(e.action = 'hide') as hidden
      from stored s join above a on a.tpath = s.tpath
      join effective e on e.section = s.section and e.name = s.name and e.tpath = a.path
     where s.name <> s.field group by s.section, s.name, s.tpath
  ), by_list as materialized (
    select s.section, s.field, s.tpath, bool_or(e.mode = 'locked') as locked
      from (select distinct d.section, d.field, d.tpath from stored d) s join above a on a.tpath = s.tpath
      join effective e on e.section = s.section and e.name = s.field and e.tpath = a.path
     where e.mode <> 'free' group by s.section, s.field, s.tpath
  ), evaluated as materialized (
    select s.*, s.action <> 'mode' and not coalesce(r.locked, false)
           and (l.tpath is null or not l.locked and s.action = 'hide')
           and (s.action not in ('replace', 'hide') or r.added and not r.hidden) as counts
      from stored s left join by_row r on r.section = s.section and r.name = s.name and r.tpath = s.tpath
      left join by_list l on l.section = s.section and l.field = s.field and l.tpath = s.tpath
  ), own as materialized (
    select e.section, e.field, e.tpath, e.is_store, coalesce(bool_or(e.counts), false) as counts, bool_and(e.action = 'mode') as is_mode
      from evaluated e group by e.section, e.field, e.tpath, e.is_store
  ), done as (
    select s.section, s.field, s.action, count(distinct s.tpath)::int as places,
           (count(distinct s.tpath) filter (where s.is_store))::int as stores
      from stored s group by s.section, s.field, s.action
  ), apart as (
    select t.section, t.field, sum(case when t.is_store then 1 else (select count(*) from nodes n
        where n.org_id = scope_org() and n.node_type = 'STORE' and n.deleted_date is null and in_sub_tree(n.tpath, t.tpath)
          and not n.tpath ^@ any ($4)) end)::int as stores
      from (select o.section, o.field, o.tpath, o.is_store, o.tpath >= coalesce(max(sub_tree_end(o.tpath)) over
        (partition by o.section, o.field order by o.tpath rows between unbounded preceding and 1 preceding), '') as is_topmost
      from own o where o.counts) t where t.is_topmost group by t.section, t.field
  )
  select o.section, o.field, count(*)::int, (count(*) filter (where not o.counts and not o.is_mode))::int, coalesce(max(p.stores), 0),
         (select json_object_agg(d.action, json_build_object('places', d.places, 'stores', d.stores))
            from done d where d.section = o.section and d.field = o.field)
    from own o left join apart p on p.section = o.section and p.field = o.field
   group by o.section, o.field
  $words$ using p_lists, node.tpath, clock(), scope_hidden();
end $$;

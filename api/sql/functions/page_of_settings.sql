-- A page of nodes of some types at and below a node, by name, with all values of one section that are set at them or above, each
-- once.
create or replace function page_of_settings(p_node uuid, p_section text, p_types text[], p_pattern text, p_offset int, p_limit int, p_most int) returns json
  language plpgsql stable security definer as $$
declare
  node record;
  page json;
  words constant text := search_conditions('n.search_text', string_to_array(p_pattern, e'\n'));
begin
  select n.id, n.name, n.node_type, n.tpath into node from nodes n
   where n.org_id = scope_org() and n.id = p_node and n.deleted_date is null and in_scope(n.tpath);
  if not found then return null; end if;
  -- planned anew each time, since the best plan depends on the number of nodes
  execute $words$
  with found as materialized (
    select n.id, n.name, n.code, n.node_type, n.tpath, n.name_norm from nodes n
     where n.org_id = $1 and n.deleted_date is null and in_sub_tree(n.tpath, $2) and not n.tpath ^@ any ($8)
       and n.node_type = any($3) $words$ || words || $words$
     order by n.name_norm, n.id offset $4 limit $5
  ), paths as materialized (
    select distinct above.path from found f cross join lateral unnest(path_prefixes(f.tpath)) above(path)
  ), stored as (
    select v.tpath, n.id, n.name, n.node_type, v.field, v.value, v.mode, v.valid_from from paths w
      cross join lateral (select o.* from setting_values o
         where o.org_id = $1 and o.section = $6 and o.tpath = w.path and is_current(o) offset 0) v
      join nodes n on n.org_id = $1 and n.id = v.node_id
  )
  select json_build_object(
    'rows', coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'code', f.code, 'nodeType', f.node_type, 'tpath', f.tpath)
                        order by f.name_norm, f.id) from found f), '[]'::json),
    'storedValues', coalesce((select json_agg(json_build_object('tpath', s.tpath, 'nodeId', s.id, 'name', s.name, 'nodeType', s.node_type,
                        'field', s.field, 'value', s.value, 'mode', s.mode) order by s.tpath, s.valid_from) from stored s), '[]'::json),
    'total', (select count(*) from (select from nodes n
       where n.org_id = $1 and n.deleted_date is null and in_sub_tree(n.tpath, $2) and not n.tpath ^@ any ($8)
         and n.node_type = any($3) $words$ || words || $words$ limit $7) counted))
  $words$ into page using scope_org(), node.tpath, p_types, p_offset, p_limit, p_section, p_most, scope_hidden();
  return page;
end $$;

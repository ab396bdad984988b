-- The settings of some sections along the path of a node, root first, with their modes. They may be set at nodes above the
-- actor's scope; who set them and where is not returned. The node is within the scope, above it, or the root. As of p_at, or of
-- the local time p_local_time, if given.
-- The values are [section, field, value, mode, length of the path of its node]; the last tells which rows of a list one node stores.
create or replace function settings_along_path(p_node uuid, p_sections text[], p_at timestamptz default null, p_local_time timestamp default null)
  returns table (id uuid, name text, node_type text, org_code text, effective_at timestamptz, settings json)
  language plpgsql stable security definer rows 1 as $$
declare
  node record;
  instant timestamptz;
begin
  select n.id, n.name, n.node_type, n.tpath into node from nodes n
   where n.org_id = scope_org() and n.id = p_node and n.deleted_date is null
     and (in_scope(n.tpath) or n.tpath = any(path_prefixes(scope_lo())) or n.id = n.org_id);
  if not found then return; end if;
  if p_at is null and p_local_time is null then
    return query select node.id, node.name, node.node_type, (select o.code from organisations o where o.org_id = scope_org()), null::timestamptz,
      coalesce((select json_agg(json_build_array(s.section, s.field, s.value, s.mode, length(s.tpath)) order by s.tpath, s.valid_from)
         from setting_values s
        where s.org_id = scope_org() and s.section = any(p_sections) and is_current(s)
          and s.node_id in (select n.id from nodes n where n.org_id = scope_org() and n.tpath = any(path_prefixes(node.tpath)))), '[]'::json);
    return;
  end if;
  instant := coalesce(p_at, p_local_time at time zone coalesce((select n.time_zone from nodes n
    where n.org_id = scope_org() and n.tpath = any(path_prefixes(node.tpath)) and n.time_zone is not null
    order by length(n.tpath) desc limit 1), 'UTC'));
  return query select node.id, node.name, node.node_type, (select o.code from organisations o where o.org_id = scope_org()), instant,
    coalesce((select json_agg(json_build_array(s.section, s.field, s.value, s.mode, length(s.tpath)) order by s.tpath, s.valid_from)
       from setting_values s
      where s.org_id = scope_org() and s.section = any(p_sections)
        and applies_at(s, instant)
        and s.tpath = any(path_prefixes(node.tpath))), '[]'::json);
end $$;

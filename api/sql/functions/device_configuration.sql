-- The configuration of the store that a device belongs to, for the holder of the device's key only. The server leaves out
-- secrets.
create or replace function device_configuration(p_key_hash bytea, p_sections text[])
  returns table (store_id uuid, name text, code text, time_zone text, org_code text, since timestamptz, settings json)
  language plpgsql volatile security definer rows 1 as $$
declare
  node record;
  above uuid[];
begin
  update devices d set last_seen = clock() where d.org_id = scope_org() and d.key_hash = p_key_hash and d.deleted_date is null
     and (d.last_seen is null or d.last_seen < clock() - interval '1 minute')
     and not exists (select from nodes a where a.org_id = d.org_id and a.tpath = any(path_prefixes(d.tpath)) and not a.status);
  select n.id, n.name, n.code, n.time_zone, n.tpath into node from devices d join nodes n on n.org_id = d.org_id and n.id = d.node_id
   where d.org_id = scope_org() and d.key_hash = p_key_hash and d.deleted_date is null and n.deleted_date is null
     and not exists (select from nodes a where a.org_id = n.org_id and a.tpath = any(path_prefixes(n.tpath)) and not a.status);
  if not found then return; end if;
  above := array(select n.id from nodes n where n.org_id = scope_org() and n.tpath = any(path_prefixes(node.tpath)));
  return query select node.id, node.name, node.code, node.time_zone, (select o.code from organisations o where o.org_id = scope_org()),
    greatest((select max(n.updated_date) from nodes n where n.org_id = scope_org() and n.id = any(above)),
      (select max(c.begins) from setting_changes c where c.org_id = scope_org() and c.node_id = any(above) and c.section = any(p_sections)
         and c.begins <= clock() and c.withdrawn_date is null)),
    coalesce((select json_agg(json_build_array(s.section, s.field, s.value, s.mode, length(s.tpath)) order by s.tpath, s.valid_from)
       from setting_values s
      where s.org_id = scope_org() and s.section = any(p_sections) and is_current(s)
        and s.node_id = any(above)), '[]'::json);
end $$;

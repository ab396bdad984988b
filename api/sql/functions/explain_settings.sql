-- The settings along the paths of some nodes at a time, with author and reason, also from nodes above the actor's scope:
-- before a change the user has to see what it overrides. Reads node by node, so that it stays fast with thousands of values, and
-- skips ended values unless p_at is in the past.
create or replace function explain_settings(p_nodes uuid[], p_sections text[], p_at timestamptz)
  returns table (for_node uuid, node_id uuid, name text, node_type text, section text, field text, value jsonb, mode text,
                 since timestamptz, set_by text, reason text)
  language plpgsql stable security definer rows 20 as $$
begin
  -- two statements, since only one that excludes ended values can read the index of current ones, section by section
  if p_at >= clock() then
    return query
    with paths as materialized (
      select p.id, p.org_id, above.path from nodes p cross join lateral unnest(path_prefixes(p.tpath)) above(path)
       where p.org_id = scope_org() and p.id = any(p_nodes) and p.deleted_date is null
         and in_scope(p.tpath))
    select w.id, n.id, n.name, n.node_type, s.section, s.field, s.value, s.mode, s.valid_from,
        coalesce(full_name(u.first_name, u.last_name), (select k.name from service_accounts k where k.org_id = s.org_id and k.id = s.created_by)), c.reason
      from paths w
      cross join lateral unnest(p_sections) requested(section)
      cross join lateral (select v.* from setting_values v
         where v.org_id = w.org_id and v.tpath = w.path and v.section = requested.section and v.ended_date is null
           and applies_at(v, p_at) offset 0) s
      join nodes n on n.org_id = s.org_id and n.id = s.node_id
      left join users u on u.org_id = s.org_id and u.id = s.created_by
      left join setting_changes c on c.org_id = s.org_id and c.id = s.change_id
     order by w.id, n.tpath, s.valid_from;
    return;
  end if;
  return query
  with paths as materialized (
    select p.id, p.org_id, above.path from nodes p cross join lateral unnest(path_prefixes(p.tpath)) above(path)
     where p.org_id = scope_org() and p.id = any(p_nodes) and p.deleted_date is null
       and in_scope(p.tpath))
  select w.id, n.id, n.name, n.node_type, s.section, s.field, s.value, s.mode, s.valid_from,
      coalesce(full_name(u.first_name, u.last_name), (select k.name from service_accounts k where k.org_id = s.org_id and k.id = s.created_by)), c.reason
    from paths w
    cross join lateral (select v.* from setting_values v
       where v.org_id = w.org_id and v.tpath = w.path and v.section = any(p_sections)
         and applies_at(v, p_at) offset 0) s
    join nodes n on n.org_id = s.org_id and n.id = s.node_id
    left join users u on u.org_id = s.org_id and u.id = s.created_by
    left join setting_changes c on c.org_id = s.org_id and c.id = s.change_id
   order by w.id, n.tpath, s.valid_from;
end $$;

-- The distinct values of each field at, above and below a node, to find those that are no longer valid.
create or replace function distinct_setting_values(p_node uuid, p_sections text[]) returns table (section text, field text, value jsonb)
  language plpgsql stable security definer rows 100 as $$
declare
  node record;
begin
  select n.tpath into node from nodes n
   where n.org_id = scope_org() and n.id = p_node and n.deleted_date is null and in_scope(n.tpath);
  if not found then return; end if;
  return query execute $words$
  select distinct v.section, v.field, v.value from setting_values v
   where v.org_id = scope_org() and v.section = any($1) and position('/' in v.field) = 0 and v.ended_date is null and applies_at(v, $3)
     and (is_below(v.tpath, $2) and not v.tpath ^@ any ($4) or v.tpath = any(path_prefixes($2)))
  $words$ using p_sections, node.tpath, clock(), scope_hidden();
end $$;

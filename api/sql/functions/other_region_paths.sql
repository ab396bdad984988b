-- Only for processes of release 1, while they run beside those of release 2; a migration of release 3 drops it.
-- The tree paths of nodes that belong to the other region only, also outside the caller's scope; nothing below them is shown in a
-- portal.
create or replace function other_region_paths(p_hidden text) returns text[]
  language sql stable security definer
  return coalesce((select array_agg(tpath) from nodes
    where org_id = scope_org() and cardinality(region) = 1 and region[1] = p_hidden and deleted_date is null), '{}');

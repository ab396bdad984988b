-- The nodes from the root of the actor's scope down to a tree path. With row-level security the index of paths is not used for
-- computed paths, and every node of the organisation would be read.
create or replace function nodes_along_path(p_path text) returns table (id uuid, name text, node_type text, tpath text, is_open boolean)
  language plpgsql stable security definer rows 6 as $$
#variable_conflict use_column
begin
  return query
    select n.id, n.name, n.node_type, n.tpath, n.status and n.deleted_date is null from nodes n
     where n.org_id = scope_org() and n.tpath = any(path_prefixes(p_path)) and in_scope(n.tpath);
end $$;

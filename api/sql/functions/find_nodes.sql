-- The ids of a page of nodes by name. A node whose code is the search text comes first, then those whose names have the searched
-- words as they are written: search texts have no spaces, so a word may also match across two. As for users, row-level security would
-- prevent the use of the trigram index.
create or replace function find_nodes(p_pattern text, p_open boolean, p_types text[], p_below text, p_code text, p_offset int, p_limit int)
  returns table (id uuid)
  language plpgsql stable security definer rows 25 as $$
begin
  return query execute 'select n.id from nodes n where ' || node_search_conditions(p_pattern) || case when p_open then ' and n.status' else '' end
    || case when p_below is null then '' else $words$ and in_sub_tree(n.tpath, $9)$words$ end
    || ' order by n.code_norm = $6 desc, (true' || search_conditions('n.name_norm', string_to_array(p_pattern, e'\n')) || ') desc, n.name_norm, n.id offset $7 limit $8'
    using scope_org(), scope_lo(), scope_hi(), scope_hidden() || case when p_open then disabled_parent_paths() else array[]::text[] end, p_types, p_code, p_offset, p_limit, p_below;
end $$;

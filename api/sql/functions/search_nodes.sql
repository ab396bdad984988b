-- Only for processes of release 1, while they run beside those of release 2; a migration of release 3 drops it.
-- The ids of a page of nodes by name; a node whose code is the search text comes first. As for users, row-level security would
-- prevent the use of the trigram index.
create or replace function search_nodes(p_pattern text, p_hidden text, p_open boolean, p_types text[], p_below text, p_code text, p_offset int, p_limit int)
  returns table (id uuid)
  language plpgsql stable security definer rows 25 as $$
begin
  return query execute 'select n.id from nodes n where ' || node_scope_conditions()
    || case when p_below is null then '' else $words$ and n.tpath >= $10 and n.tpath < left($10, -1) || '/'$words$ end
    || ' order by n.code_norm = $7 desc, n.name_norm, n.id offset $8 limit $9'
    using scope_org(), scope_lo(), scope_hi(), p_pattern, excluded_paths(p_hidden, p_open), p_types, p_code, p_offset, p_limit, p_below;
end $$;

-- The number of nodes that find_nodes finds, counted up to p_most.
create or replace function count_nodes(p_pattern text, p_open boolean, p_types text[], p_below text, p_most int) returns int
  language plpgsql stable security definer as $$
declare
  total int;
begin
  execute 'select count(*) from (select from nodes n where ' || node_search_conditions(p_pattern) || case when p_open then ' and n.status' else '' end
    || case when p_below is null then '' else $words$ and in_sub_tree(n.tpath, $7)$words$ end || ' limit $6) found'
    into total using scope_org(), scope_lo(), scope_hi(), scope_hidden() || case when p_open then disabled_parent_paths() else array[]::text[] end, p_types, p_most, p_below;
  return total;
end $$;

-- How many records of the kinds that begin with p_kinds are at or below a node of the scope, from the counters of its sub-tree: as exact
-- as the rows, and of the same snapshot. Null on a portal that hides nodes, where they do not tell it. The range of kinds keeps the
-- index from the thousands of hours of sign-ins.
create or replace function sub_tree_count(p_path text, p_kinds text) returns int
  language plpgsql stable security definer as $$
begin
  if scope_hidden() <> '{}' or not in_scope(p_path) then return null; end if;
  return coalesce((
    select sum(held.count) from (
      select c.count from node_counts c
       where c.label = split_part(p_path, '.', -2) and c.org_id = scope_org() and c.kind >= p_kinds and c.kind < p_kinds || '~' and c.hour = '-infinity'
      union all
      select c.count from node_count_changes c
       where c.label = split_part(p_path, '.', -2) and c.org_id = scope_org() and c.kind >= p_kinds and c.kind < p_kinds || '~' and c.hour = '-infinity') held), 0);
end $$;

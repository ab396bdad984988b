-- Takes the counts of a moved node from the nodes that it leaves to those that it comes below. Runs once the statement is complete, when
-- the paths of everything below have changed too and no other change of it can be under way.
create or replace function count_nodes_moved() returns trigger
  language plpgsql security definer as $$
begin
  insert into node_count_changes (org_id, label, kind, hour, count)
  select moved.org_id, above.label, held.kind, held.hour, above.amount * sum(held.count)
    from (select n.org_id, o.tpath as old_path, n.tpath as new_path
            from gone o join fresh n on n.id = o.id where o.parent_id is distinct from n.parent_id) moved
   cross join lateral (
     select l as label, -1 as amount from unnest(string_to_array(rtrim(moved.old_path, '.'), '.')) l
      where l <> all(string_to_array(moved.new_path, '.'))
     union all
     select l, 1 from unnest(string_to_array(rtrim(moved.new_path, '.'), '.')) l
      where l <> all(string_to_array(moved.old_path, '.'))) above
   cross join lateral (
     select c.kind, c.hour, c.count from node_counts c where c.org_id = moved.org_id and c.label = split_part(moved.new_path, '.', -2)
     union all
     select c.kind, c.hour, c.count from node_count_changes c where c.org_id = moved.org_id and c.label = split_part(moved.new_path, '.', -2)) held
   group by moved.org_id, above.label, above.amount, held.kind, held.hour having sum(held.count) <> 0;
  return null;
end $$;

-- Counts new and changed nodes for their node and all above it; see node_counts. A move of the node is counted by count_nodes_moved.
create or replace function count_nodes_changed() returns trigger
  language plpgsql security definer as $$
begin
  if tg_level = 'STATEMENT' then
    perform add_count_changes(array_agg(f.org_id), array_agg(node_count_kind(f.node_type, f.status, f.deleted_date)), array_agg(f.tpath), array_agg(1))
       from fresh f;
  else
    perform add_count_changes(
      array[old.org_id, new.org_id],
      array[node_count_kind(old.node_type, old.status, old.deleted_date), node_count_kind(new.node_type, new.status, new.deleted_date)],
      array[old.tpath, new.tpath],
      array[-1, 1]);
  end if;
  return null;
end $$;

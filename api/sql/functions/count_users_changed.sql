-- Counts new and changed users for their node and all above it; see node_counts. A move of the node is counted by count_nodes_moved.
create or replace function count_users_changed() returns trigger
  language plpgsql security definer as $$
begin
  if tg_level = 'STATEMENT' then
    perform add_count_changes(array_agg(f.org_id), array_agg(user_count_kind(f.status, f.last_active, f.deleted_date)), array_agg(f.tpath), array_agg(1))
       from fresh f;
  else
    perform add_count_changes(
      array[old.org_id, new.org_id],
      array[user_count_kind(old.status, old.last_active, old.deleted_date), user_count_kind(new.status, new.last_active, new.deleted_date)],
      array[old.tpath, new.tpath],
      array[-1, 1]);
  end if;
  return null;
end $$;

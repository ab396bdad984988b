-- Counts new and changed devices for their node and all above it; see node_counts. A move of the node is counted by count_nodes_moved.
create or replace function count_devices_changed() returns trigger
  language plpgsql security definer as $$
begin
  if tg_level = 'STATEMENT' then
    perform add_count_changes(array_agg(f.org_id), array_agg(device_count_kind(f.type, f.key_hash is not null, f.deleted_date)), array_agg(f.tpath), array_agg(1))
       from fresh f;
  else
    perform add_count_changes(
      array[old.org_id, new.org_id],
      array[device_count_kind(old.type, old.key_hash is not null, old.deleted_date), device_count_kind(new.type, new.key_hash is not null, new.deleted_date)],
      array[old.tpath, new.tpath],
      array[-1, 1]);
  end if;
  return null;
end $$;

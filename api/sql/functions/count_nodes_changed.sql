-- Counts new and changed nodes for their node and all above it; see node_counts. A move of the node is counted by count_nodes_moved.
create or replace function count_nodes_changed() returns trigger
  language plpgsql security definer as $$
begin
  if tg_level = 'STATEMENT' then
    insert into node_count_changes (org_id, label, kind, hour, count)
    select f.org_id, label, kind, '-infinity', count(*)
      from fresh f cross join lateral node_count_kind(f.node_type, f.status, f.deleted_date) kind
     cross join unnest(string_to_array(rtrim(f.tpath, '.'), '.')) label
     where kind is not null group by f.org_id, label, kind;
  else
    insert into node_count_changes (org_id, label, kind, hour, count)
    select new.org_id, label, kind, '-infinity', amount
      from (values (node_count_kind(old.node_type, old.status, old.deleted_date), old.tpath, -1),
                   (node_count_kind(new.node_type, new.status, new.deleted_date), new.tpath, 1)) one(kind, tpath, amount)
     cross join unnest(string_to_array(rtrim(one.tpath, '.'), '.')) label
     where kind is not null;
  end if;
  return null;
end $$;

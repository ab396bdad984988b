-- Queues the move of a node for webhooks in the transaction of the move. All moves of a transaction have the same moment.
create or replace function queue_node_move() returns trigger
  language plpgsql security definer as $$
begin
  insert into setting_events (org_id, node_id, previous_ancestors, effective_date, next_try)
  select new.org_id, new.id,
         array(select n.id from nodes n where n.org_id = old.org_id and n.tpath = any(path_prefixes(old.tpath)) and n.id <> old.id order by n.tpath),
         clock(), clock()
   where exists (select from webhooks w where w.org_id = new.org_id and w.status);
  return null;
end $$;

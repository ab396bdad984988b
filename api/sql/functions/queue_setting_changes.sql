-- Queues setting events for webhooks in the transaction of the change. Without webhooks only changes that begin later are queued,
-- since a webhook may exist by then. Reads webhooks above the actor's scope, and reveals nothing.
create or replace function queue_setting_changes() returns trigger
  language plpgsql security definer as $$
begin
  insert into setting_events (org_id, change_ids, run_id, effective_date, next_try)
  select c.org_id, array_agg(c.id), c.run_id, c.begins, c.begins from fresh c
   where c.begins > clock_now() or exists (select from webhooks w where w.org_id = c.org_id and w.status)
   group by c.org_id, c.run_id, c.begins;
  return null;
end $$;

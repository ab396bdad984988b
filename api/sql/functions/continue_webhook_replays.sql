-- Queues the next up to p_most messages of one replay again, oldest first, once nothing of that webhook is due; new messages wait
-- for one part of a replay at most. Returns whether there was a replay.
create or replace function continue_webhook_replays(p_most int) returns boolean
  language plpgsql volatile security definer as $$
declare
  hook record;
  last record;
begin
  select w.* into hook from webhooks w
   where w.replay_until is not null and not exists (select from webhook_messages m where m.webhook_id = w.id and m.next_try <= clock())
   order by w.id limit 1 for update of w skip locked;
  if not found then return false; end if;
  with part as (
    select m.id, m.created_date, m.body from webhook_messages m
     where m.org_id = hook.org_id and m.webhook_id = hook.id
       and (m.created_date, m.id) > (hook.replay_after, hook.replay_after_id) and m.created_date <= hook.replay_until
     order by m.created_date, m.id limit p_most
  ), queued as (
    update webhook_messages m set next_try = clock(), expires_date = clock() + interval '24 hours', tries = 0, sent_date = null,
           response_status = null, response_text = null, error = null, duration_ms = null
      from part p
     where m.id = p.id and m.next_try is null and m.body::json ->> 'kind' <> 'webhook.test'
       and not exists (select from nodes n where n.org_id = hook.org_id and n.id = (p.body::json -> 'place' ->> 'id')::uuid
                          and n.tpath ^@ any (hook.replay_hidden))
  )
  select p.created_date, p.id into last from part p order by p.created_date desc, p.id desc limit 1;
  update webhooks w set replay_after = last.created_date, replay_after_id = last.id,
         replay_until = case when last.id is null then null else w.replay_until end
   where w.org_id = hook.org_id and w.id = hook.id;
  return true;
end $$;

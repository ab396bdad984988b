-- Records the outcome of a webhook message. Pauses between tries grow and are random; after a day it is given up, and at once if
-- the webhook is disabled, since then it was a test. A webhook that has accepted nothing for p_days while messages were waiting
-- is disabled, with an audit entry; returns whether it was.
create or replace function record_webhook_response(p_message uuid, p_status int, p_response text, p_error text, p_duration_ms int, p_days int, p_audit uuid) returns boolean
  language plpgsql volatile security definer as $$
declare
  hook record;
begin
  -- locked before its messages, as a change of the webhook does
  select w.* into hook from webhooks w join webhook_messages m on m.org_id = w.org_id and m.webhook_id = w.id where m.id = p_message for update of w;
  update webhook_messages m set claimed_until = null where m.id = p_message and m.next_try is null;
  update webhook_messages m set response_status = p_status, response_text = p_response, error = p_error, duration_ms = p_duration_ms, claimed_until = null,
      sent_date = case when p_error is null then clock() end,
      next_try = case when p_error is not null and m.expires_date > clock() and hook.status
                      then clock() + (0.5 + random() / 2) * least(interval '1 hour', interval '5 seconds' * 2 ^ least(m.tries, 12)) end
    where m.id = p_message and m.next_try is not null;
  if not found then return false; end if;
  if p_error is null then
    update webhooks set failing_since = null where org_id = hook.org_id and id = hook.id and failing_since is not null;
    return false;
  end if;
  update webhooks set failing_since = coalesce(failing_since, clock()) where org_id = hook.org_id and id = hook.id and status;
  update webhooks set status = false, replay_until = null, disabled_date = clock(), updated_date = clock(), updated_by = null, version = version + 1
   where org_id = hook.org_id and id = hook.id and status and failing_since <= clock() - make_interval(days => p_days);
  if not found then
    -- after a period without messages the failing begins anew
    update webhooks set failing_since = null where org_id = hook.org_id and id = hook.id and failing_since is not null
      and not exists (select from webhook_messages m where m.org_id = hook.org_id and m.webhook_id = hook.id and m.next_try is not null);
    return false;
  end if;
  update webhook_messages set next_try = null, error = coalesce(error, 'turnedOff')
   where org_id = hook.org_id and webhook_id = hook.id and next_try is not null;
  insert into audit (id, org_id, tpath, action, entity, entity_id, before, after)
  values (p_audit, hook.org_id, hook.tpath, 'webhook.gaveUp', 'webhook', hook.id,
    jsonb_build_object('status', true), jsonb_build_object('status', false, 'description', hook.description));
  return true;
end $$;

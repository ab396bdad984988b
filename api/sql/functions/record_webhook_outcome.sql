-- Records the outcome of a webhook message. Pauses between tries grow and are random, and are as long as the receiver asks, up to an
-- hour; after a day the message is given up, and at once if the webhook is disabled, since then it was a test. A webhook is
-- disabled, with an audit entry, that has accepted nothing for p_days while messages were waiting or refused for good, and at
-- once if its receiver is gone; returns the reason if it was.
create or replace function record_webhook_outcome(p_message uuid, p_status int, p_response text, p_error text, p_duration_ms int, p_retry_after int, p_days int, p_audit uuid) returns text
  language plpgsql volatile security definer as $$
declare
  hook record;
  is_gone boolean;
  reason text;
begin
  -- locked before its messages, as a change of the webhook does
  select w.*, m.last_try into hook from webhooks w join webhook_messages m on m.org_id = w.org_id and m.webhook_id = w.id where m.id = p_message for update of w;
  -- a webhook that was changed since the request was sent may have another receiver
  is_gone := coalesce(p_error = 'gone' and hook.status and hook.updated_date <= hook.last_try, false);
  update webhook_messages m set claimed_until = null where m.id = p_message and m.next_try is null;
  update webhook_messages m set response_status = p_status, response_text = p_response, error = p_error, duration_ms = p_duration_ms, claimed_until = null,
      sent_date = case when p_error is null then clock() end,
      next_try = case when p_error is not null and m.expires_date > clock() and hook.status and not is_gone
                      then clock() + least(interval '1 hour', greatest(make_interval(secs => p_retry_after),
                                           (0.5 + random() / 2) * least(interval '1 hour', interval '5 seconds' * 2 ^ least(m.tries, 12)))) end
    where m.id = p_message and m.next_try is not null;
  if not found then return null; end if;
  if p_error is null then
    update webhooks set failing_since = null where org_id = hook.org_id and id = hook.id and failing_since is not null;
    return null;
  end if;
  update webhooks set failing_since = coalesce(failing_since, clock()) where org_id = hook.org_id and id = hook.id and status;
  update webhooks set status = false, replay_until = null, disabled_date = clock(), updated_date = clock(), updated_by = null, version = version + 1,
      disabled_reason = case when is_gone then 'gone' else 'failing' end
   where org_id = hook.org_id and id = hook.id and status and (is_gone or failing_since <= clock() - make_interval(days => p_days))
   returning disabled_reason into reason;
  if not found then
    -- after a period without messages the failing begins anew, unless the receiver refuses what it gets
    update webhooks set failing_since = null where org_id = hook.org_id and id = hook.id and failing_since is not null
      and p_error not in ('rejected', 'redirected')
      and not exists (select from webhook_messages m where m.org_id = hook.org_id and m.webhook_id = hook.id and m.next_try is not null);
    return null;
  end if;
  update webhook_messages set next_try = null, error = coalesce(error, 'turnedOff')
   where org_id = hook.org_id and webhook_id = hook.id and next_try is not null;
  insert into audit (id, org_id, tpath, action, entity, entity_id, before, after)
  values (p_audit, hook.org_id, hook.tpath, case reason when 'gone' then 'webhook.receiverGone' else 'webhook.gaveUp' end, 'webhook', hook.id,
    jsonb_build_object('status', true), jsonb_build_object('status', false, 'description', hook.description));
  return reason;
end $$;

-- Claims up to p_most due webhook messages for the duration of p_lease, one per webhook, organisations in turn. Messages whose
-- worker dies fall due again. Returns the encrypted secrets that sign them.
create or replace function claim_webhook_messages(p_most int, p_lease interval)
  returns table (id uuid, url text, body text, at bigint, secrets json)
  language plpgsql volatile security definer rows 8 as $$
#variable_conflict use_column
begin
  return query
    with first_ones as (
      select distinct on (m.webhook_id) m.id, m.org_id, m.next_try from webhook_messages m
       where m.next_try <= clock()
         and not exists (select from webhook_messages o where o.webhook_id = m.webhook_id and o.claimed_until > clock())
       order by m.webhook_id, m.next_try, m.created_date, m.id
    ), in_turn as (
      select f.id, f.next_try, row_number() over (partition by f.org_id order by f.next_try) as turn from first_ones f
       order by turn, f.next_try limit p_most
    ), due as (
      select m.id from webhook_messages m join in_turn t on t.id = m.id where m.next_try <= clock() for update of m skip locked
    ), claimed as (
      update webhook_messages m set tries = m.tries + 1, next_try = clock() + p_lease, claimed_until = clock() + p_lease, last_try = clock() from due where m.id = due.id returning m.*
    )
    select t.id, w.url, t.body, extract(epoch from clock())::bigint,
           (select json_agg(json_build_object('org', w.org_id, 'webhookId', w.id, 'keyId', k.id, 'key', encode(k.encrypted_key, 'base64'), 'secret', s.secret,
                                            'unbound', exists (select from unbound_encryption)) order by s.rank)
              from (values (1, w.secret_key, w.secret),
                           (2, case when w.old_until > clock() then w.old_secret_key end, w.old_secret)) s(rank, key_id, secret)
              join secret_keys k on k.org_id = w.org_id and k.id = s.key_id)
      from claimed t join webhooks w on w.org_id = t.org_id and w.id = t.webhook_id
     order by t.created_date;
end $$;

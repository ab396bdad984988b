-- Schedules the next try of a mail after a growing, random pause, so that a mail server that recovers is not flooded; gives up
-- after a day.
create or replace function record_mail_failure(p_mail uuid, p_error text) returns void
  language plpgsql volatile security definer as $$
begin
  update mails set last_error = left(p_error, 200),
    next_try = case when created_date > clock() - interval '24 hours'
                    then clock() + random() * least(interval '1 hour', interval '5 seconds' * 2 ^ least(tries, 12)) end,
    failed_date = case when created_date <= clock() - interval '24 hours' then clock() end,
    encrypted_content = case when created_date > clock() - interval '24 hours' then encrypted_content end
  where id = p_mail;
end $$;

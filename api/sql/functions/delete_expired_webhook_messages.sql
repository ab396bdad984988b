-- Deletes webhook messages of all organisations a month after they were sent or given up.
create or replace function delete_expired_webhook_messages() returns void
  language sql volatile security definer
  begin atomic
    delete from webhook_messages where next_try is null and created_date <= clock() - interval '30 days';
  end;

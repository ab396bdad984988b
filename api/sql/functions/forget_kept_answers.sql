-- Deletes the stored responses of idempotency keys of all organisations after a day.
create or replace function forget_kept_answers() returns void
  language sql volatile security definer
  begin atomic
    delete from repeated_requests where created_date <= clock() - interval '24 hours';
  end;

-- Deletes the stored responses of idempotency keys of all organisations after a day.
create or replace function delete_expired_idempotency_keys() returns void
  language plpgsql volatile security definer as $$
begin
  delete from idempotency_keys where created_date <= clock() - interval '24 hours';
end $$;

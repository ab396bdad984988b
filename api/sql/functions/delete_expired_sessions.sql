-- Deletes expired sessions, known devices and failed attempts of all organisations. A permanent lock stays until somebody unlocks
-- it.
create or replace function delete_expired_sessions() returns void
  language plpgsql volatile security definer as $$
begin
  delete from failed_attempts where last_failure <= clock() - interval '30 days' and locked_until is distinct from 'infinity';
  delete from address_failures where since <= clock() - interval '1 day';
  delete from known_devices where last_used <= clock() - interval '400 days';
  delete from sessions where expires_date <= clock() - interval '30 days';
end $$;

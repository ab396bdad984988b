-- Deletes expired reset tokens, links about e-mail addresses, recoveries and rate limit counters of all organisations.
create or replace function delete_expired_recoveries() returns void
  language plpgsql volatile security definer as $$
begin
  delete from recovery_flows where created_date <= clock() - interval '1 day';
  delete from reset_tokens where created_date <= clock() - interval '30 days';
  delete from email_links where expires_date <= clock() - interval '30 days';
  delete from rate_limits where since <= clock() - interval '1 day';
  delete from mails where next_try is null and created_date <= clock() - interval '90 days';
end $$;

-- Schedules the next try of setting events whose processing was rolled back, after a pause that grows to an hour.
create or replace function record_setting_event_failure(p_ids bigint[]) returns void
  language plpgsql volatile security definer as $$
begin
  update setting_events set tries = tries + 1, next_try = clock() + least(interval '1 hour', interval '2 seconds' * 2 ^ least(tries, 12))
   where id = any(p_ids);
end $$;

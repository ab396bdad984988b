-- Counts one event towards a rate limit; returns the number of events within the window, this one included.
create or replace function increment_rate_limit(p_name text, p_window interval) returns integer
  language plpgsql volatile as $$
declare
  counted integer;
begin
  insert into rate_limits as b values (p_name, 1, clock()) on conflict (name) do update set
    count = case when b.since > clock() - p_window then b.count + 1 else 1 end,
    since = case when b.since > clock() - p_window then b.since else clock() end
  returning count into counted;
  return counted;
end $$;

-- The time of the installation at this instant rather than at the start of the transaction, so that of two changes that wait for
-- each other the later one has the later time.
create or replace function clock_now() returns timestamptz
  language plpgsql volatile as $$
begin
  return clock_timestamp() + (clock() - now());
end $$;

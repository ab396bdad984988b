-- The time of the installation: transaction time plus the offset that tests set. Use it for tokens, locks and sessions.
create or replace function clock() returns timestamptz
  language plpgsql stable as $$
begin
  return now() + (select ahead from clock_offset);
end $$;

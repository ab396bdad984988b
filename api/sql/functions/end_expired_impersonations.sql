-- Ends impersonations of all organisations whose time is over; returns how many.
create or replace function end_expired_impersonations() returns int
  language plpgsql volatile security definer as $$
begin
  return (select count(*)::int from (
      select end_impersonation(g.id, 'timeOver', '') from impersonations g where g.ended_date is null and g.until <= clock() order by g.until limit 1000) ended);
end $$;

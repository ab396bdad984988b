-- Writes the denials that were only counted, of all hours that are over, and forgets these; returns how many hours.
create or replace function write_expired_denials() returns int
  language plpgsql volatile security definer as $$
declare
  one audit_denials;
  written int := 0;
begin
  for one in delete from audit_denials r where r.since <= clock() - interval '1 hour' returning r.* loop
    perform write_counted_denials(one);
    written := written + 1;
  end loop;
  return written;
end $$;

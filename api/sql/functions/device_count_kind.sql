-- As what a device is counted; null once deleted.
create or replace function device_count_kind(p_type text, p_paired boolean, p_deleted timestamptz) returns text
  language plpgsql immutable as $$
begin
  return case when p_deleted is null then 'device.' || p_type || case when p_paired then '.paired' else '.unpaired' end end;
end $$;

-- As what a node is counted; null once deleted.
create or replace function node_count_kind(p_type text, p_status boolean, p_deleted timestamptz) returns text
  language plpgsql immutable as $$
begin
  return case when p_deleted is null then 'node.' || p_type || case when p_status then '.enabled' else '.disabled' end end;
end $$;

-- SQL expression: the fields of a record whose words a search finds.
create or replace function search_fields(p_table text) returns text language plpgsql immutable as $$
begin
  return case p_table when 'nodes' then 'array[name, code]' when 'users' then 'array[first_name, last_name, email_id, user_name]'
    when 'roles' then 'array[name, description]' when 'devices' then 'array[name, serial]' when 'import_runs' then 'array[file_name]' end;
end $$;

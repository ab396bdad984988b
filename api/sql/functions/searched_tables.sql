-- The tables with a search text.
create or replace function searched_tables() returns text[] language plpgsql immutable as $$
begin
  return array['nodes', 'users', 'roles', 'devices', 'import_runs'];
end $$;

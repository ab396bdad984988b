-- The tables with a search text.
create or replace function searched_tables() returns text[] language sql immutable
  return array['nodes', 'users', 'roles', 'devices', 'import_runs'];

-- Only for processes of release 1, while they run beside those of release 2; a migration of release 3 drops it.
-- The tree paths that a search of nodes leaves out: those of the other region, and those below disabled nodes unless p_open.
create or replace function excluded_paths(p_hidden text, p_open boolean) returns text[]
  language sql stable
  return other_region_paths(p_hidden) || case when p_open then disabled_paths() else '{}' end;

-- The tree paths that a search of nodes leaves out: those of the other region, and those below disabled nodes unless p_open.
create or replace function barred_paths(p_hidden text, p_open boolean) returns text[]
  language sql stable
  return walled_paths(p_hidden) || case when p_open then closed_paths() else '{}' end;

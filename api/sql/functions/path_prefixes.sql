-- The tree paths of a node and all its ancestors: 'a.b.c.' gives 'a.', 'a.b.', 'a.b.c.'.
create or replace function path_prefixes(path text) returns text[]
  language sql immutable strict
  return (select array_agg(left(path, at)) from generate_series(1, length(path)) at where substr(path, at, 1) = '.');

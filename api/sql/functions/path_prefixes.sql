-- The tree paths of a node and all its ancestors: 'a.b.c.' gives 'a.', 'a.b.', 'a.b.c.'.
create or replace function path_prefixes(path text) returns text[]
  language plpgsql immutable strict as $$
declare
  prefixes text[];
  prefix text := '';
  label text;
begin
  foreach label in array string_to_array(rtrim(path, '.'), '.') loop
    prefix := prefix || label || '.';
    prefixes := prefixes || prefix;
  end loop;
  return prefixes;
end $$;

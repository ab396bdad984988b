-- The tree paths of a node and all its ancestors: 'a.b.c.' gives 'a.', 'a.b.', 'a.b.c.'.
create or replace function path_prefixes(path text) returns text[]
  language plpgsql immutable strict as $$
declare
  prefixes text[];
  ends int := 0;
  -- the length of the next label with its dot
  label int;
begin
  loop
    label := position('.' in substr(path, ends + 1));
    exit when label = 0;
    ends := ends + label;
    prefixes := prefixes || left(path, ends);
  end loop;
  return prefixes;
end $$;

-- The number of records of all organisations whose search text is not of the present fold.
create or replace function count_search_texts() returns int language plpgsql stable security definer as $$
declare
  total int := 0;
  one text;
  few int;
begin
  foreach one in array searched_tables() loop
    execute format('select count(*) from %I where left(search_text, 1) <> '' ''', one) into few;
    total := total + few;
  end loop;
  return total;
end $$;

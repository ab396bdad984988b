-- Records of all organisations whose search text is not of the present fold, of one table, locked until the transaction ends; a row that
-- somebody else has locked is left for later. In the order of the small index of such rows: without it the planner, which has no statistics
-- of an empty index, goes through all rows, every minute.
create or replace function claim_search_texts(p_limit int) returns table (record_table text, id uuid, fields text[])
  language plpgsql volatile security definer as $$
declare
  one text;
begin
  foreach one in array searched_tables() loop
    return query execute format('select %L, id, %s from %I where left(search_text, 1) <> '' '' order by id limit $1 for update skip locked',
      one, search_fields(one), one) using p_limit;
    if found then return; end if;
  end loop;
end $$;

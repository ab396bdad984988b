-- Stores search texts of records that were claimed; neither version nor time of a record changes.
create or replace function write_search_texts(p_table text, p_ids uuid[], p_texts text[]) returns void
  language plpgsql volatile security definer as $$
begin
  if p_table <> all (searched_tables()) then raise exception 'no search text in %', p_table; end if;
  execute format('update %I r set search_text = x.words from unnest($1, $2) x(id, words) where r.id = x.id', p_table) using p_ids, p_texts;
end $$;

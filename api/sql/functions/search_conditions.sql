-- SQL conditions for a column with search texts: one for each LIKE pattern, which may have alternatives between tabs.
create or replace function search_conditions(p_column text, p_patterns text[]) returns text language plpgsql immutable as $$
begin
  return coalesce((select string_agg(' and (' || (select string_agg(format('%s like %L', p_column, one), ' or ')
      from unnest(string_to_array(pattern, e'\t')) one) || ')', '') from unnest(p_patterns) pattern), '');
end $$;

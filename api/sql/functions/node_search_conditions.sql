-- SQL conditions for the nodes of the actor's scope: $2 and $3 are the path range. The pattern has a line for each word. The whole
-- organisation needs no range.
create or replace function node_search_conditions(p_pattern text) returns text language plpgsql stable as $$
begin
  return 'n.org_id = $1 and n.deleted_date is null and not n.tpath ^@ any ($4) and ($5 is null or n.node_type = any ($5))'
    || search_conditions('n.search_text', string_to_array(p_pattern, e'\n'))
    || case when scope_is_organisation() then '' else ' and n.tpath >= $2 and n.tpath < $3' end;
end $$;

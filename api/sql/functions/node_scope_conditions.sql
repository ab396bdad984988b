-- SQL conditions for the nodes of the caller's scope: $2 and $3 are the path range, $4 the pattern. The whole organisation needs
-- no range.
create or replace function node_scope_conditions() returns text language sql stable
  return 'n.org_id = $1 and n.deleted_date is null and n.search_text like $4 and not n.tpath ^@ any ($5)'
    || ' and ($6 is null or n.node_type = any ($6))'
    || case when scope_is_organisation() then '' else ' and n.tpath >= $2 and n.tpath < $3' end;

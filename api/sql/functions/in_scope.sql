-- Whether a tree path lies in the transaction's range and is shown by the portal of the request. For single nodes; a query over
-- many reads the conditions once. Without search_path, so that it is inlined.
create or replace function in_scope(p_path text) returns boolean language sql stable
  return p_path collate "C" >= scope_lo() and p_path collate "C" < scope_hi() and not p_path ^@ any (scope_hidden());

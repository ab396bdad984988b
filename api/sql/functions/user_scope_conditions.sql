-- SQL conditions for the users of the actor's scope: $2 and $3 are the path range, $4 the patterns. The whole organisation needs
-- no range.
create or replace function user_scope_conditions(p_patterns text[], p_below text, p_only jsonb, p_walk boolean) returns text
  language plpgsql stable as $$
begin
  return case when scope_is_organisation() then '' else ' and u.tpath >= $2 and u.tpath < $3' end
    || case when scope_hidden() = '{}' then '' else format(' and not u.tpath ^@ any (%L::text[])', scope_hidden()) end
    || user_filter_conditions(p_patterns, p_below, p_only, p_walk);
end $$;

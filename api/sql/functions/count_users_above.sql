-- The number of users per ancestor who have access to a node from above it, also outside the actor's scope.
create or replace function count_users_above(p_path text) returns table (tpath text, users int)
  language plpgsql stable security definer rows 5 as $$
#variable_conflict use_column
begin
  return query
    select a.tpath, count(distinct a.user_id)::int from assignments a join users u on u.org_id = a.org_id and u.id = a.user_id
     where a.org_id = scope_org() and a.tpath = any(path_prefixes(p_path)) and u.deleted_date is null
       and (a.until is null or a.until > clock()) and in_scope(p_path)
     group by a.tpath;
end $$;

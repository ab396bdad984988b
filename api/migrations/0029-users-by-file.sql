-- user_names_taken: a user name is one among those who sign in by the same domain, also where the reader does not see.
-- Tells which of some are taken.
create function user_names_taken(p_names text[], p_domain text) returns text[]
  language sql stable security definer set search_path = public, pg_temp
  return coalesce((select array_agg(user_name_norm) from users
    where org_id = scope_org() and user_name_norm = any(p_names) and domain_name = p_domain and deleted_date is null), '{}');

alter function user_names_taken(text[], text) owner to storeward_definer;
revoke execute on function user_names_taken(text[], text) from public;
grant execute on function user_names_taken(text[], text) to storeward_app;

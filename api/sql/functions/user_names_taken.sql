-- Which of the user names are in use in a sign-in domain, including users outside the actor's scope.
create or replace function user_names_taken(p_names text[], p_domain text) returns text[]
  language plpgsql stable security definer as $$
begin
  return coalesce((select array_agg(user_name_norm) from users
    where org_id = scope_org() and user_name_norm = any(p_names) and domain_name = p_domain and deleted_date is null), '{}');
end $$;

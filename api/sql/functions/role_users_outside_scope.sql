-- Which of the roles are also assigned outside the actor's scope, and to how many users and service accounts up to a bound; such a role cannot be
-- changed.
create or replace function role_users_outside_scope(p_roles uuid[], p_most int) returns table (role_id uuid, users int)
  language plpgsql stable security definer rows 5 as $$
#variable_conflict use_column
begin
  return query
    select held.role_id, held.users from (
      select requested.id as role_id, (
        select count(distinct found.user_id)::int from (
          select a.user_id from assignments a
            join users u on u.org_id = a.org_id and u.id = a.user_id and u.deleted_date is null
           where a.org_id = scope_org() and a.role_id = requested.id and (a.until is null or a.until > clock())
             and (a.tpath < scope_lo() or a.tpath >= scope_hi())
          union all
          select s.id from service_accounts s
           where s.org_id = scope_org() and s.role_id = requested.id and s.revoked_date is null and greatest(s.until, s.old_until) > clock()
             and (s.tpath < scope_lo() or s.tpath >= scope_hi())
           limit p_most) found) as users
        from unnest(p_roles) requested(id)) held
     where held.users > 0;
end $$;

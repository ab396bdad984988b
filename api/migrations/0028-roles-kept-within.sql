-- Roles are counted by who holds them in one part of the tree.
create index assignment_role_places on assignments (org_id, role_id, tpath);
drop index assignment_roles;
create index role_levels on roles (org_id, level, name_norm) where deleted_date is null;

-- role_holders_beyond: a role that is also held outside the caller's sub-tree is not theirs to change, yet those who hold it
-- there are hidden from them. Of the roles named it tells those held there, and by how many up to a bound; not by whom or where.
create function role_holders_beyond(p_roles uuid[], p_most int) returns table (role_id uuid, users int)
  language sql stable security definer rows 5 set search_path = public, pg_temp
  begin atomic
    select held.role_id, held.users from (
      select wanted.id as role_id, (
        select count(distinct found.user_id)::int from (
          select a.user_id from assignments a
            join users u on u.org_id = a.org_id and u.id = a.user_id and u.deleted_date is null
           where a.org_id = scope_org() and a.role_id = wanted.id and (a.until is null or a.until > clock())
             and (a.tpath < scope_lo() or a.tpath >= scope_hi()) limit p_most) found) as users
        from unnest(p_roles) wanted(id)) held
     where held.users > 0;
  end;

do $$
begin
  alter function role_holders_beyond(uuid[], int) owner to storeward_definer;
  revoke execute on function role_holders_beyond(uuid[], int) from public;
  grant execute on function role_holders_beyond(uuid[], int) to storeward_app;
end $$;

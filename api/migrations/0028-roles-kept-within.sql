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

-- audit_named: as before, and roles by their names.
create or replace function audit_named(p_pattern text) returns setof uuid
  language plpgsql stable security definer rows 1000 set search_path = public, pg_temp as $$
declare
  one text;
  gone text;
begin
  foreach one in array array['users', 'nodes'] loop
    foreach gone in array array['is null', 'is not null'] loop
      return query execute format('select x.id from %I x where x.org_id = $1 and x.deleted_date %s and x.search_text like %L', one, gone, p_pattern)
        || case when whole_organisation() then '' else ' and (x.tpath >= $2 and x.tpath < $3 or x.id = $4)' end
        using scope_org(), scope_lo(), scope_hi(), scope_user();
    end loop;
  end loop;
  return query select r.id from roles r where r.org_id = scope_org() and r.name_norm like p_pattern;
end $$;

-- organisation_told: whoever works below the top of an organisation sees nothing of the top itself. Those whose role says so are
-- told what the organisation is called, since when it is there and how much it holds; nothing of who or what that is.
create function organisation_told() returns table (id uuid, org_id uuid, name text, status boolean, tpath text, node_type text,
    place_count int, store_count int, user_count int, created_date timestamptz, created_by uuid, updated_date timestamptz, updated_by uuid, version int)
  language sql stable security definer rows 1 set search_path = public, pg_temp
  begin atomic
    select n.id, n.org_id, n.name, n.status, n.tpath, n.node_type,
           (select count(*)::int - 1 from nodes p where p.org_id = n.id and p.deleted_date is null),
           (select count(*)::int from nodes p where p.org_id = n.id and p.node_type = 'STORE' and p.deleted_date is null),
           (select count(*)::int from users u where u.org_id = n.id and u.deleted_date is null),
           n.created_date, n.created_by, n.updated_date, n.updated_by, n.version
      from nodes n where n.id = scope_org() and n.node_type = 'ORGANIZATION' and n.deleted_date is null and scope_lo() is not null;
  end;

do $$
begin
  alter function organisation_told() owner to storeward_definer;
  revoke execute on function organisation_told() from public;
  grant execute on function organisation_told() to storeward_app;
end $$;

-- The assignments of the session's user that could be acted by now, with the names of role and node, which may be outside the
-- actor's scope, and whether the session acts by them.
create or replace function own_assignments(p_session uuid)
  returns table (id uuid, role_name text, node_id uuid, node_name text, node_type text, until timestamptz, acting boolean)
  language plpgsql stable security definer rows 2 as $$
#variable_conflict use_column
begin
  return query
    select a.id, r.name, n.id, n.name, n.node_type, a.until,
           row_number() over (order by a.id is not distinct from s.assignment_id desc, a.position) = 1
      from sessions s
      join assignments a on a.org_id = s.org_id and a.user_id = s.user_id and (a.until is null or a.until > clock())
      join roles r on r.org_id = a.org_id and r.id = a.role_id and r.status and r.deleted_date is null
      left join nodes n on n.org_id = a.org_id and n.id = a.node_id
     where s.org_id = scope_org() and s.user_id = scope_user() and s.id = p_session
       and not exists (select from nodes x where x.org_id = a.org_id and x.tpath = any(path_prefixes(a.tpath))
                        and not (x.status and x.deleted_date is null))
     order by a.position, a.id;
end $$;

-- The assignment that a user would act by if they signed in now; no row if they could not.
create or replace function acting_assignment(p_org uuid, p_user uuid)
  returns table (assignment_id uuid, node_id uuid, tpath text, role_id uuid, role_name text, access_rights text[], role_version int,
                 node_name text, node_type text, node_versions bigint)
  language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query
    select a.id, a.node_id, a.tpath, r.id, r.name, r.access_rights, r.version, n.name, n.node_type, p.versions
      from users u
      join assignments a on a.org_id = u.org_id and a.user_id = u.id and (a.until is null or a.until > clock())
      join roles r on r.org_id = a.org_id and r.id = a.role_id and r.status and r.deleted_date is null
      left join nodes n on n.org_id = a.org_id and n.id = a.node_id
      cross join lateral (
        select coalesce(bool_and(x.status and x.deleted_date is null), true) as open, coalesce(sum(x.version), 0)::bigint as versions
          from nodes x where x.org_id = a.org_id and x.tpath = any(path_prefixes(a.tpath))) p
     where u.org_id = p_org and u.id = p_user and u.status and u.deleted_date is null and p.open
     order by a.position limit 1;
end $$;

-- Name, age and figures of the actor's organisation, for roles that may see them without having access to its root node.
create or replace function organisation_figures() returns table (id uuid, org_id uuid, name text, status boolean, tpath text, node_type text,
    node_count int, store_count int, user_count int, created_date timestamptz, created_by uuid, updated_date timestamptz, updated_by uuid, version int)
  language plpgsql stable security definer rows 1 as $$
#variable_conflict use_column
begin
  return query
    select n.id, n.org_id, n.name, n.status, n.tpath, n.node_type,
           (select count(*)::int - 1 from nodes p where p.org_id = n.id and p.deleted_date is null and not p.tpath ^@ any (h.hidden)),
           (select count(*)::int from nodes p where p.org_id = n.id and p.node_type = 'STORE' and p.deleted_date is null and not p.tpath ^@ any (h.hidden)),
           (select count(*)::int from users u where u.org_id = n.id and u.deleted_date is null and not u.tpath ^@ any (h.hidden)),
           n.created_date, n.created_by, n.updated_date, n.updated_by, n.version
      from nodes n cross join lateral (select hidden_paths(n.id, n.tpath) as hidden offset 0) h
     where n.id = scope_org() and n.node_type = 'ORGANIZATION' and n.deleted_date is null and scope_lo() is not null;
end $$;

-- Users that the organisations have created since a time, up to a limit, without those that the portal does not show; null unless
-- the session acts at the platform's root.
create or replace function platform_created_users(p_since timestamptz, p_limit int) returns int
  language plpgsql stable security definer as $$
begin
  if not exists (select from nodes g join users u on u.org_id = g.id
                  where g.id = scope_org() and g.node_type = 'GLOBAL' and g.tpath = scope_lo() and u.id = scope_user()) then
    return null;
  end if;
  return (
    select count(*)::int from (
      select from organisations o join nodes n on n.id = o.org_id and n.node_type = 'ORGANIZATION' and n.deleted_date is null
        cross join lateral (select hidden_paths(o.org_id, n.tpath) as hidden offset 0) h
        cross join lateral (
          select from users u
           where u.org_id = o.org_id and u.deleted_date is null and u.created_date >= p_since and not u.tpath ^@ any (h.hidden)
           limit p_limit) created
       limit p_limit) counted);
end $$;

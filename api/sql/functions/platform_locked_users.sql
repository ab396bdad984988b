-- Users of the organisations whose account is locked, without those that the portal does not show; null unless the session acts at
-- the platform's root.
create or replace function platform_locked_users() returns int
  language plpgsql stable security definer as $$
begin
  if not exists (select from nodes g join users u on u.org_id = g.id
                  where g.id = scope_org() and g.node_type = 'GLOBAL' and g.tpath = scope_lo() and u.id = scope_user()) then
    return null;
  end if;
  return (
    select count(distinct u.id)::int
      from failed_attempts l join users u on u.org_id = l.org_id and u.id = l.user_id and u.deleted_date is null
      join (organisations o join nodes n on n.id = o.org_id and n.node_type = 'ORGANIZATION' and n.deleted_date is null
        cross join lateral (select hidden_paths(o.org_id, n.tpath) as hidden offset 0) h) on o.org_id = l.org_id
     where l.locked_until > clock() and l.device = '' and not u.tpath ^@ any (h.hidden));
end $$;

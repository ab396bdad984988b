-- Whether what a person has left on a user, such as a changed address, still counts: they could edit the user now, by one of their
-- assignments that holds one of p_rights, with every right and node that the user holds; or the user left it. A user of the platform
-- reaches every organisation. A service account is a giver like a user.
create or replace function giver_may_edit(p_org uuid, p_user uuid, p_giver uuid, p_rights text[]) returns boolean
  language plpgsql stable security definer as $$
declare
  instant constant timestamptz := clock();
begin
  if p_giver is null or p_giver = p_user then return true; end if;
  return exists (
    select from (
        select a.org_id, a.tpath, a.node_id, a.role_id from users g join assignments a on a.org_id = g.org_id and a.user_id = g.id
         where g.id = p_giver and g.status and g.deleted_date is null and (a.until is null or a.until > instant)
        union all
        select s.org_id, s.tpath, s.node_id, s.role_id from service_accounts s
         where s.id = p_giver and s.revoked_date is null and s.until > instant
      ) held
      join roles r on r.org_id = held.org_id and r.id = held.role_id and r.status and r.deleted_date is null
      join nodes n on n.org_id = held.org_id and n.id = held.node_id
      join users u on u.org_id = p_org and u.id = p_user
     where r.access_rights && p_rights
       and (n.node_type = 'GLOBAL' or held.org_id = p_org and u.tpath ^@ held.tpath)
       and not exists (select from nodes x where x.org_id = held.org_id and x.tpath = any(path_prefixes(held.tpath))
                         and not (x.status and x.deleted_date is null))
       and not exists (
         select from assignments o join roles w on w.org_id = o.org_id and w.id = o.role_id
          where o.org_id = p_org and o.user_id = p_user and (o.until is null or o.until > instant)
            and not (w.access_rights <@ r.access_rights and (n.node_type = 'GLOBAL' or o.tpath ^@ held.tpath))));
end $$;

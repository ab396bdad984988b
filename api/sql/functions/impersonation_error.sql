-- Why a viewer may not impersonate a user, or null: the viewer needs the right to view users, the user must be able to sign in,
-- and all the user's roles and nodes must lie within the viewer's. Evaluated at the beginning and at every request.
create or replace function impersonation_error(p_org uuid, p_user uuid, p_lo text, p_rights text[]) returns text
  language plpgsql stable as $$
declare
  hi constant text := sub_tree_end(p_lo);
begin
  if not exists (select from acting_assignment(p_org, p_user)) then return 'personClosed'; end if;
  if coalesce(p_lo, '') = '' or not 'view_user' = any(p_rights)
     or not exists (select from users u where u.org_id = p_org and u.id = p_user and u.tpath >= p_lo and u.tpath < hi)
     or exists (select from assignments a join roles r on r.org_id = a.org_id and r.id = a.role_id
                 where a.org_id = p_org and a.user_id = p_user and (a.until is null or a.until > clock())
                   and (not r.access_rights <@ p_rights or not (a.tpath >= p_lo and a.tpath < hi))) then
    return 'outOfReach';
  end if;
  return null;
end $$;

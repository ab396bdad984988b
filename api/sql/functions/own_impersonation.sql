-- The impersonation of the actor's session, whose user may belong to another organisation.
create or replace function own_impersonation(p_session uuid, p_rights text[]) returns json
  language plpgsql volatile security definer as $$
declare
  one impersonations;
begin
  select * into one from impersonations g where g.session_id = p_session and g.viewer_id = scope_user() and g.ended_date is null;
  if not found then return null; end if;
  one := current_impersonation(one.id, scope_org(), coalesce(scope_lo(), ''), p_rights);
  if one.id is null then return null; end if;
  return (select json_build_object('id', one.id, 'userId', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
                                   'roleId', t.role_id, 'roleName', t.role_name, 'rootNodeId', t.node_id, 'until', to_char(one.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
            from users u cross join lateral acting_assignment(u.org_id, u.id) t where u.org_id = one.org_id and u.id = one.user_id);
end $$;

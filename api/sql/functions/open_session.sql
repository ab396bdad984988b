-- Authenticates a session and sets the scope of the transaction from it; null if the session is not valid. It must read across
-- tenants, since the scope is not known before.
--
-- The first line of the result is a stamp of everything it was made from; a caller that already knows the stamp (p_known) gets
-- that line only, otherwise the actor as JSON follows. p_host null is the platform's portal. For global sessions the organisation
-- is that of the record p_target, else p_org, else their own. An API key that is sent must be that of the session's organisation.
-- A session ends after the idle timeout of its node plus p_grace; p_idle is the time since the last input as reported by the
-- browser, other clients count as active by the request itself. The stamp contains the xmin of the role instead of its rights:
-- digesting 90 rights took a tenth of every request.
create or replace function open_session(p_session uuid, p_token_ends timestamptz, p_host text, p_target uuid, p_org uuid, p_known text,
  p_key text, p_idle int, p_usual_idle int, p_longest_idle int, p_grace int, p_own_eyes boolean) returns text
  language plpgsql volatile security definer as $$
declare
  moment constant timestamptz := clock();
  active constant timestamptz := moment - make_interval(secs => coalesce(p_idle, 0));
  who record;
  places record;
  impersonation impersonations;
  viewer json;
  acting_org uuid;
  lo text;
  hi text;
  rights text;
  stamp text;
begin
  if p_token_ends <= moment then return null; end if;
  select s.id, s.org_id, s.user_id, s.last_activity, u.user_name, u.first_name, u.last_name, u.manual_password, u.version as user_version,
         a.id as assignment_id, a.until, a.node_id, a.tpath, coalesce(a.tpath, u.tpath) as stands_at, r.id as role_id, r.name as role_name, r.access_rights, r.version as role_version, r.xmin::text as role_written,
         n.name as node_name, n.node_type, g.id as impersonation_id
    into who
    from sessions s
    join users u on u.id = s.user_id and u.org_id = s.org_id and u.status and u.deleted_date is null
    left join lateral (
      select * from assignments x
       where x.org_id = s.org_id and x.user_id = s.user_id and (x.until is null or x.until > moment)
       order by x.id = s.assignment_id desc, x.position limit 1
    ) a on true
    left join roles r on r.id = a.role_id and r.org_id = s.org_id and r.deleted_date is null
    left join nodes n on n.id = a.node_id and n.org_id = s.org_id
    left join impersonations g on g.session_id = s.id and g.ended_date is null
   where s.id = p_session and s.ended_date is null and s.expires_date > moment and coalesce(r.status, true);
  if not found then return null; end if;
  rights := who.role_written;
  -- no idle timeout is below a minute, so recent activity needs no lookup of the settings
  if who.last_activity < moment - interval '1 minute' and who.last_activity
     < moment - make_interval(secs => idle_timeout(who.org_id, who.stands_at, p_usual_idle, p_longest_idle) + p_grace) then
    return null;
  end if;
  if p_key is not null and not exists (select from organisations where org_id = who.org_id and api_key = p_key) then
    return null;
  end if;

  -- a session is valid on its own organisation's hosts only
  if p_host is null and not exists (select from nodes where id = who.org_id and node_type = 'GLOBAL')
     or p_host is not null and not exists (select from portal_hosts where host = p_host and org_id = who.org_id) then
    return null;
  end if;
  -- and only while its node and all above it are enabled
  select coalesce(bool_and(n.status and n.deleted_date is null), true) as open, coalesce(sum(n.version), 0) as versions
    into places from nodes n where n.org_id = who.org_id and n.tpath = any(path_prefixes(who.stands_at));
  if not places.open then return null; end if;

  if who.last_activity < active - interval '1 minute' then
    update sessions set last_activity = active
     where id = (select id from sessions where id = p_session for update skip locked);
    update users set last_active = greatest(last_active, active)
     where id = (select id from users where org_id = who.org_id and id = who.user_id for update skip locked);
  end if;

  if who.impersonation_id is not null and not coalesce(p_own_eyes, false) then
    impersonation := current_impersonation(who.impersonation_id, who.org_id, case when who.node_id is null then '' else who.tpath end, who.access_rights);
  end if;
  if impersonation.id is not null then
    viewer := json_build_object('id', impersonation.id, 'viewerId', who.user_id, 'viewerOrgId', who.org_id);
    select who.id, u.org_id, u.id as user_id, u.user_name, u.first_name, u.last_name, true as manual_password, u.version as user_version,
           t.assignment_id, null::timestamptz as until, t.node_id, t.tpath, t.role_id, t.role_name, t.access_rights, t.role_version, t.node_name, t.node_type
      into who
      from users u cross join lateral effective_assignment(u.org_id, u.id) t where u.org_id = impersonation.org_id and u.id = impersonation.user_id;
    select t.place_versions as versions into places from effective_assignment(impersonation.org_id, impersonation.user_id) t;
    rights := md5(who.access_rights::text);
  end if;

  acting_org := who.org_id;
  lo := case when who.node_id is null then '' else who.tpath end;
  if who.node_type = 'GLOBAL' and (p_target is not null or p_org is not null) then
    acting_org := coalesce(
      (select org_id from nodes where id = p_target),
      (select org_id from users where id = p_target),
      (select org_id from roles where id = p_target),
      (select org_id from products where id = p_target),
      (select org_id from organisations where org_id = p_org),
      who.org_id);
    lo := (select tpath from nodes where id = acting_org);
  end if;
  hi := case when lo = '' then '' else left(lo, -1) || '/' end;
  perform set_config('app.org', acting_org::text, true), set_config('app.lo', lo, true),
          set_config('app.hi', hi, true), set_config('app.user', who.user_id::text, true),
          set_config('app.hidden', hidden_paths(acting_org, lo)::text, true);
  -- during an impersonation the database itself accepts no change
  if impersonation.id is not null then
    perform set_config('transaction_read_only', 'on', true);
  end if;

  stamp := concat_ws(' ', who.user_version, who.manual_password, who.assignment_id, who.until, who.role_id, who.role_version, rights, who.node_id, places.versions, acting_org, lo, impersonation.id);
  if stamp = p_known then return stamp; end if;
  return stamp || E'\n' || json_build_object(
    'sessionId', who.id, 'userId', who.user_id, 'userName', who.user_name,
    'firstName', who.first_name, 'lastName', who.last_name, 'mustChangePassword', not who.manual_password,
    'homeOrgId', who.org_id, 'orgId', acting_org, 'lo', lo, 'hi', hi,
    'rootNode', case when who.node_id is null then null else json_build_object('id', who.node_id, 'name', who.node_name, 'nodeType', who.node_type) end,
    'above', coalesce((select json_agg(json_build_object('id', n.id, 'name', n.name, 'nodeType', n.node_type) order by n.tpath)
                from nodes n where n.org_id = who.org_id and n.tpath = any(path_prefixes(who.tpath)) and n.id <> who.node_id), '[]'::json),
    'roleId', who.role_id, 'roleName', who.role_name, 'assignmentUntil', who.until,
    'accessRights', coalesce(to_json(who.access_rights), '[]'::json),
    'seeing', viewer)::text;
end $$;

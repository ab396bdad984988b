-- Authenticates a session and sets the scope of the transaction from it; null if the session is not valid. It must read across
-- tenants, since the scope is not known before.
--
-- The first line of the result is a stamp of everything it was made from; a process that already knows the stamp (p_known) gets
-- that line only, otherwise the actor as JSON follows. p_host null is the platform's portal. For global sessions the organisation
-- is that of the record p_target, else p_org, else their own. An API key that is sent must be that of the session's organisation.
-- A session ends after the idle timeout of its node plus p_grace; p_idle is the time since the last input as reported by the
-- browser, other clients count as active by the request itself. The stamp contains the xmin of the role instead of its rights:
-- digesting 90 rights took a tenth of every request.
create or replace function open_session(p_session uuid, p_token_ends timestamptz, p_host text, p_target uuid, p_org uuid, p_known text,
  p_key text, p_idle int, p_usual_idle int, p_longest_idle int, p_grace int, p_own_eyes boolean) returns text
  language plpgsql volatile security definer as $$
declare
  instant constant timestamptz := clock();
  active constant timestamptz := instant - make_interval(secs => coalesce(p_idle, 0));
  acting record;
  versions bigint;
  impersonation impersonations;
  viewer json;
  acting_org uuid;
  lo text;
  hi text;
  rights text;
  stamp text;
begin
  if p_token_ends <= instant then return null; end if;
  select s.id, s.org_id, s.user_id, s.last_activity, u.user_name, u.first_name, u.last_name, u.manual_password, u.version as user_version,
         a.id as assignment_id, a.until, a.node_id, a.tpath, coalesce(a.tpath, u.tpath) as home_path, r.id as role_id, r.name as role_name, r.access_rights, r.version as role_version, r.xmin::text as role_written,
         n.name as node_name, n.node_type, g.id as impersonation_id, p.open, p.versions,
         case when p_host is null then exists (select from nodes where id = s.org_id and node_type = 'GLOBAL')
           else exists (select from portal_hosts where host = p_host and org_id = s.org_id) end as on_own_host
    into acting
    from sessions s
    join users u on u.id = s.user_id and u.org_id = s.org_id and u.status and u.deleted_date is null
    left join lateral (
      select * from assignments x
       where x.org_id = s.org_id and x.user_id = s.user_id and (x.until is null or x.until > instant)
       order by x.id = s.assignment_id desc, x.position limit 1
    ) a on true
    left join roles r on r.id = a.role_id and r.org_id = s.org_id and r.deleted_date is null
    left join nodes n on n.id = a.node_id and n.org_id = s.org_id
    left join impersonations g on g.session_id = s.id and g.ended_date is null
    cross join lateral (
      select coalesce(bool_and(x.status and x.deleted_date is null), true) as open, coalesce(sum(x.version), 0) as versions
        from nodes x where x.org_id = s.org_id and x.tpath = any(path_prefixes(coalesce(a.tpath, u.tpath)))) p
   where s.id = p_session and s.ended_date is null and s.expires_date > instant and coalesce(r.status, true);
  if not found then return null; end if;
  rights := acting.role_written;
  -- no idle timeout is below a minute, so recent activity needs no lookup of the settings
  if acting.last_activity < instant - interval '1 minute' and acting.last_activity
     < instant - make_interval(secs => idle_timeout(acting.org_id, acting.home_path, p_usual_idle, p_longest_idle) + p_grace) then
    return null;
  end if;
  if p_key is not null and not exists (select from organisations where org_id = acting.org_id and api_key = p_key) then
    return null;
  end if;

  -- a session is valid on its own organisation's hosts only, and only while its node and all above it are enabled
  if not acting.on_own_host or not acting.open then return null; end if;
  versions := acting.versions;

  if acting.last_activity < active - interval '1 minute' then
    update sessions set last_activity = active
     where id = (select id from sessions where id = p_session for update skip locked);
    update users set last_active = greatest(last_active, active)
     where id = (select id from users where org_id = acting.org_id and id = acting.user_id for update skip locked);
  end if;

  if acting.impersonation_id is not null and not coalesce(p_own_eyes, false) then
    impersonation := current_impersonation(acting.impersonation_id, acting.org_id, case when acting.node_id is null then '' else acting.tpath end, acting.access_rights);
  end if;
  if impersonation.id is not null then
    viewer := json_build_object('id', impersonation.id, 'viewerId', acting.user_id, 'viewerOrgId', acting.org_id);
    select acting.id, u.org_id, u.id as user_id, u.user_name, u.first_name, u.last_name, true as manual_password, u.version as user_version,
           t.assignment_id, null::timestamptz as until, t.node_id, t.tpath, t.role_id, t.role_name, t.access_rights, t.role_version, t.node_name, t.node_type
      into acting
      from users u cross join lateral acting_assignment(u.org_id, u.id) t where u.org_id = impersonation.org_id and u.id = impersonation.user_id;
    select t.node_versions into versions from acting_assignment(impersonation.org_id, impersonation.user_id) t;
    rights := md5(acting.access_rights::text);
  end if;

  acting_org := acting.org_id;
  lo := case when acting.node_id is null then '' else acting.tpath end;
  if acting.node_type = 'GLOBAL' and (p_target is not null or p_org is not null) then
    acting_org := coalesce(
      (select org_id from nodes where id = p_target),
      (select org_id from users where id = p_target),
      (select org_id from roles where id = p_target),
      (select org_id from products where id = p_target),
      (select org_id from service_accounts where id = p_target),
      (select org_id from organisations where org_id = p_org),
      acting.org_id);
    lo := (select tpath from nodes where id = acting_org);
  end if;
  hi := case when lo = '' then '' else sub_tree_end(lo) end;
  perform set_config('app.org', acting_org::text, true), set_config('app.lo', lo, true),
          set_config('app.hi', hi, true), set_config('app.user', acting.user_id::text, true),
          set_config('app.hidden', hidden_paths(acting_org, lo)::text, true);
  -- during an impersonation the database itself accepts no change
  if impersonation.id is not null then
    perform set_config('transaction_read_only', 'on', true);
  end if;

  stamp := concat_ws(' ', acting.user_version, acting.manual_password, acting.assignment_id, acting.until, acting.role_id, acting.role_version, rights, acting.node_id, versions, acting_org, lo, impersonation.id);
  if stamp = p_known then return stamp; end if;
  return stamp || E'\n' || json_build_object(
    'sessionId', acting.id, 'userId', acting.user_id, 'userName', acting.user_name,
    'firstName', acting.first_name, 'lastName', acting.last_name, 'mustChangePassword', not acting.manual_password,
    'homeOrgId', acting.org_id, 'orgId', acting_org, 'lo', lo, 'hi', hi,
    'rootNode', case when acting.node_id is null then null else json_build_object('id', acting.node_id, 'name', acting.node_name, 'nodeType', acting.node_type) end,
    'above', coalesce((select json_agg(json_build_object('id', n.id, 'name', n.name, 'nodeType', n.node_type) order by n.tpath)
                from nodes n where n.org_id = acting.org_id and n.tpath = any(path_prefixes(acting.tpath)) and n.id <> acting.node_id), '[]'::json),
    'roleId', acting.role_id, 'roleName', acting.role_name, 'assignmentUntil', acting.until,
    'accessRights', coalesce(to_json(acting.access_rights), '[]'::json),
    'seeing', viewer)::text;
end $$;

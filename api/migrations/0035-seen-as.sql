-- Seeing the portal as somebody else: a session shows for a time what another person would see, and changes nothing.
create table seeings (
  id          uuid primary key,
  -- the organisation of whoever is seen
  org_id      uuid not null,
  user_id     uuid not null,
  session_id  uuid not null references sessions (id) on delete cascade,
  viewer_id   uuid not null references users (id),
  reason      text not null,
  began_date  timestamptz not null,
  until       timestamptz not null,
  ended_date  timestamptz,
  ended_how   text check (ended_how in ('stopped', 'signedOut', 'sessionOver', 'timeOver', 'personClosed', 'outOfReach')),
  -- the audit entry that tells of the end: made with the beginning, so that the end is told once at the most
  end_entry   uuid not null unique,
  constraint "seeing.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id),
  constraint "seeing.endedSomehow" check ((ended_date is null) = (ended_how is null))
);
-- a session sees as one person at a time; whoever comes second is told so
create unique index "session.readOnly" on seeings (session_id) where ended_date is null;
create index seeing_ends on seeings (until) where ended_date is null;
create index seeing_persons on seeings (org_id, user_id);
create index seeing_viewers on seeings (viewer_id);
create index seeing_sessions on seeings (session_id);
select wall_in('seeings', array['org']);
grant select, insert on seeings to storeward_app;
grant select, update (ended_date, ended_how) on seeings to storeward_definer;
grant insert on audit to storeward_definer;

-- Where somebody would act if they signed in now; nothing where they could not.
create function seen_standing(p_org uuid, p_user uuid)
  returns table (assignment_id uuid, node_id uuid, tpath text, role_id uuid, role_name text, access_rights text[], role_version int,
                 node_name text, node_type text, place_versions bigint)
  language sql stable rows 1 set search_path = public, pg_temp
  begin atomic
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
  end;

-- The rule of who may see as whom, asked at the beginning and at every request: the right to look at users, a person who could
-- sign in, and all their roles and places within the viewer's own. It answers why not; null where it may be.
create function seeing_fault(p_org uuid, p_user uuid, p_lo text, p_rights text[]) returns text
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  hi constant text := left(p_lo, -1) || '/';
begin
  if not exists (select from seen_standing(p_org, p_user)) then return 'personClosed'; end if;
  if coalesce(p_lo, '') = '' or not 'view_user' = any(p_rights)
     or not exists (select from users u where u.org_id = p_org and u.id = p_user and u.tpath >= p_lo and u.tpath < hi)
     or exists (select from assignments a join roles r on r.org_id = a.org_id and r.id = a.role_id
                 where a.org_id = p_org and a.user_id = p_user and (a.until is null or a.until > clock())
                   and (not r.access_rights <@ p_rights or not (a.tpath >= p_lo and a.tpath < hi))) then
    return 'outOfReach';
  end if;
  return null;
end $$;

-- Ends a seeing, if it has not ended yet, and tells of it where the person stands.
create function end_seeing(p_seeing uuid, p_how text, p_address text) returns boolean
  language plpgsql volatile set search_path = public, pg_temp as $$
declare
  one record;
begin
  update seeings set ended_date = clock(), ended_how = p_how where id = p_seeing and ended_date is null returning * into one;
  if not found then return false; end if;
  insert into audit (id, org_id, tpath, at, actor_id, session_id, address, action, entity, entity_id, after)
    select one.end_entry, one.org_id, u.tpath, one.ended_date, one.viewer_id, one.session_id, p_address, 'seeing.ended', 'user', u.id,
           jsonb_build_object('how', p_how)
      from users u where u.org_id = one.org_id and u.id = one.user_id;
  return true;
end $$;

-- What a session sees at this moment, told to the session's owner wherever the person stands. One that may not go on is ended.
-- The viewer's area is the one that they act in; from the platform it is all of the person's organisation.
create function settled_seeing(p_seeing uuid, p_home uuid, p_lo text, p_rights text[]) returns seeings
  language plpgsql volatile set search_path = public, pg_temp as $$
declare
  one seeings;
  lo text := p_lo;
  fault text;
begin
  select * into one from seeings where id = p_seeing and ended_date is null;
  if not found then return null; end if;
  if one.org_id <> p_home then
    lo := (select top.tpath from nodes top join nodes home on home.id = p_home and home.node_type = 'GLOBAL' and home.tpath = p_lo
            where top.id = one.org_id);
  end if;
  fault := case when one.until <= clock() then 'timeOver' else seeing_fault(one.org_id, one.user_id, lo, p_rights) end;
  if fault is null then return one; end if;
  perform end_seeing(one.id, fault, '');
  return null;
end $$;

-- open_session, as ever, and now for a session that sees as somebody: the viewer's own session has to be good as ever, and it is
-- they who are active; then who acts is the person seen, and the transaction changes nothing any more. A caller with its own
-- eyes (p_own_eyes) acts for itself all the same: it signs out, says that it is still there, or stops.
drop function open_session(uuid, timestamptz, text, uuid, uuid, text, text, int, int, int, int);
create function open_session(p_session uuid, p_token_ends timestamptz, p_host text, p_target uuid, p_org uuid, p_known text,
  p_key text, p_idle int, p_usual_idle int, p_longest_idle int, p_grace int, p_own_eyes boolean) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  moment constant timestamptz := clock();
  active constant timestamptz := moment - make_interval(secs => coalesce(p_idle, 0));
  who record;
  places record;
  seeing seeings;
  viewer json;
  acting_org uuid;
  lo text;
  hi text;
  stamp text;
begin
  if p_token_ends <= moment then return null; end if;
  select s.id, s.org_id, s.user_id, s.last_activity, u.user_name, u.first_name, u.last_name, u.manual_password, u.version as user_version,
         a.id as assignment_id, a.node_id, a.tpath, coalesce(a.tpath, u.tpath) as stands_at, r.id as role_id, r.name as role_name, r.access_rights, r.version as role_version,
         n.name as node_name, n.node_type, g.id as seeing_id
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
    left join seeings g on g.session_id = s.id and g.ended_date is null
   where s.id = p_session and s.ended_date is null and s.expires_date > moment and coalesce(r.status, true);
  if not found then return null; end if;
  -- no limit is shorter than a minute, so whoever was here within one needs no look at the settings
  if who.last_activity < moment - interval '1 minute' and who.last_activity
     < moment - make_interval(secs => idle_limit(who.org_id, who.stands_at, p_usual_idle, p_longest_idle) + p_grace) then
    return null;
  end if;
  if p_key is not null and not exists (select from organisations where org_id = who.org_id and api_key = p_key) then
    return null;
  end if;

  -- a session is good on its own tenant's hosts only
  if p_host is null and not exists (select from nodes where id = who.org_id and node_type = 'GLOBAL')
     or p_host is not null and not exists (select from portal_hosts where host = p_host and org_id = who.org_id) then
    return null;
  end if;
  -- and only while its place and all above it are open
  select coalesce(bool_and(n.status and n.deleted_date is null), true) as open, coalesce(sum(n.version), 0) as versions
    into places from nodes n where n.org_id = who.org_id and n.tpath = any(path_prefixes(who.stands_at));
  if not places.open then return null; end if;

  if who.last_activity < active - interval '1 minute' then
    update sessions set last_activity = active
     where id = (select id from sessions where id = p_session for update skip locked);
    update users set last_active = greatest(last_active, active)
     where id = (select id from users where org_id = who.org_id and id = who.user_id for update skip locked);
  end if;

  if who.seeing_id is not null and not coalesce(p_own_eyes, false) then
    seeing := settled_seeing(who.seeing_id, who.org_id, case when who.node_id is null then '' else who.tpath end, who.access_rights);
  end if;
  if seeing.id is not null then
    viewer := json_build_object('id', seeing.id, 'viewerId', who.user_id, 'viewerOrgId', who.org_id);
    select who.id, u.org_id, u.id as user_id, u.user_name, u.first_name, u.last_name, true as manual_password, u.version as user_version,
           t.assignment_id, t.node_id, t.tpath, t.role_id, t.role_name, t.access_rights, t.role_version, t.node_name, t.node_type
      into who
      from users u cross join lateral seen_standing(u.org_id, u.id) t where u.org_id = seeing.org_id and u.id = seeing.user_id;
    select t.place_versions as versions into places from seen_standing(seeing.org_id, seeing.user_id) t;
  end if;

  acting_org := who.org_id;
  lo := case when who.node_id is null then '' else who.tpath end;
  if who.node_type = 'GLOBAL' and (p_target is not null or p_org is not null) then
    acting_org := coalesce(
      (select org_id from nodes where id = p_target),
      (select org_id from users where id = p_target),
      (select org_id from roles where id = p_target),
      (select org_id from organisations where org_id = p_org),
      who.org_id);
    lo := (select tpath from nodes where id = acting_org);
  end if;
  hi := case when lo = '' then '' else left(lo, -1) || '/' end;
  perform set_config('app.org', acting_org::text, true), set_config('app.lo', lo, true),
          set_config('app.hi', hi, true), set_config('app.user', who.user_id::text, true);
  -- whatever a door may do: while somebody only looks, the database itself takes no change
  if seeing.id is not null then
    perform set_config('transaction_read_only', 'on', true);
  end if;

  stamp := concat_ws(' ', who.user_version, who.manual_password, who.assignment_id, who.role_id, who.role_version, md5(who.access_rights::text), who.node_id, places.versions, acting_org, lo, seeing.id);
  if stamp = p_known then return stamp; end if;
  return stamp || E'\n' || json_build_object(
    'sessionId', who.id, 'userId', who.user_id, 'userName', who.user_name,
    'firstName', who.first_name, 'lastName', who.last_name, 'mustChangePassword', not who.manual_password,
    'homeOrgId', who.org_id, 'orgId', acting_org, 'lo', lo, 'hi', hi,
    'rootNode', case when who.node_id is null then null else json_build_object('id', who.node_id, 'name', who.node_name, 'nodeType', who.node_type) end,
    'above', coalesce((select json_agg(json_build_object('id', n.id, 'name', n.name, 'nodeType', n.node_type) order by n.tpath)
                from nodes n where n.org_id = who.org_id and n.tpath = any(path_prefixes(who.tpath)) and n.id <> who.node_id), '[]'::json),
    'roleId', who.role_id, 'roleName', who.role_name,
    'accessRights', coalesce(to_json(who.access_rights), '[]'::json),
    'seeing', viewer)::text;
end $$;

-- seeing_refusal: the rule asked before it begins; assignments outside the caller's area are hidden from the caller, yet they
-- are the ones that matter here.
create function seeing_refusal(p_user uuid, p_rights text[]) returns text
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select seeing_fault(scope_org(), p_user, scope_lo(), p_rights);
  end;

-- own_seeing: as whom the caller's session sees; the person may stand in an organisation that the caller is not acting in.
create function own_seeing(p_session uuid, p_rights text[]) returns json
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  one seeings;
begin
  select * into one from seeings g where g.session_id = p_session and g.viewer_id = scope_user() and g.ended_date is null;
  if not found then return null; end if;
  one := settled_seeing(one.id, scope_org(), coalesce(scope_lo(), ''), p_rights);
  if one.id is null then return null; end if;
  return (select json_build_object('id', one.id, 'userId', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
                                   'roleId', t.role_id, 'roleName', t.role_name, 'rootNodeId', t.node_id, 'until', to_char(one.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
            from users u cross join lateral seen_standing(u.org_id, u.id) t where u.org_id = one.org_id and u.id = one.user_id);
end $$;

-- stop_seeing: the caller's session sees with its own eyes again, and it is told in the organisation of whoever was seen.
create function stop_seeing(p_session uuid, p_address text) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    select coalesce(bool_or(end_seeing(g.id, 'stopped', p_address)), false)
      from seeings g where g.session_id = p_session and g.viewer_id = scope_user() and g.ended_date is null;
  end;

-- end_overdue_seeings: of whichever organisation, those whose time is over although nobody has asked since; how many is told.
create function end_overdue_seeings() returns int
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    select count(*)::int from (
      select end_seeing(g.id, 'timeOver', '') from seeings g where g.ended_date is null and g.until <= clock() order by g.until limit 1000) ended;
  end;

-- end_seeing_with_session: whatever ends a session ends what it sees, also in another organisation than the session's own.
create function end_seeing_with_session() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform end_seeing(g.id, case when new.user_id = scope_user() then 'signedOut' else 'sessionOver' end, '')
    from seeings g where g.session_id = new.id and g.ended_date is null;
  return null;
end $$;
create trigger session_ends_what_it_sees after update of ended_date on sessions
  for each row when (old.ended_date is null and new.ended_date is not null) execute function end_seeing_with_session();

do $$
declare
  listed text;
begin
  foreach listed in array array[
    'open_session(uuid, timestamptz, text, uuid, uuid, text, text, int, int, int, int, boolean)', 'seeing_refusal(uuid, text[])',
    'own_seeing(uuid, text[])', 'stop_seeing(uuid, text)', 'end_overdue_seeings()', 'end_seeing_with_session()'] loop
    execute format('alter function %s owner to storeward_definer', listed);
    execute format('revoke execute on function %s from public', listed);
    execute format('grant execute on function %s to storeward_app, storeward_definer', listed);
  end loop;
  foreach listed in array array[
    'seen_standing(uuid, uuid)', 'seeing_fault(uuid, uuid, text, text[])', 'end_seeing(uuid, text, text)',
    'settled_seeing(uuid, uuid, text, text[])'] loop
    execute format('revoke execute on function %s from public', listed);
    execute format('grant execute on function %s to storeward_definer', listed);
  end loop;
end $$;

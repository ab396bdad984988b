-- Every function that looks past the walls, with its reason. A test counts them; later steps may add to them.

-- open_session: who is asking has to be known before a scope can be set. It reads the session row, sets the scope of
-- this transaction from it, and answers who acts, where and with which rights; null when nobody is signed in.
-- The answer's first line is a stamp of everything it was made from; a caller that knows the stamp gets no more than
-- that line. A null host stands for the global portal. For global sessions the organisation is that of the record
-- named, else the one named, else their own. An api key that is sent has to be the one of the caller's organisation.
-- A session is over once nobody has touched it for as long as their place allows, and a grace; p_idle is how long ago its
-- browser says the last touch was, and a caller who does not say touches it by asking.
create function open_session(p_session uuid, p_token_ends timestamptz, p_host text, p_target uuid, p_org uuid, p_known text,
  p_key text, p_idle int, p_usual_idle int, p_longest_idle int, p_grace int) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  moment constant timestamptz := clock();
  active constant timestamptz := moment - make_interval(secs => coalesce(p_idle, 0));
  who record;
  places record;
  acting_org uuid;
  lo text;
  hi text;
  stamp text;
begin
  if p_token_ends <= moment then return null; end if;
  select s.id, s.org_id, s.user_id, s.last_activity, u.user_name, u.first_name, u.last_name, u.manual_password, u.version as user_version,
         a.id as assignment_id, a.node_id, a.tpath, coalesce(a.tpath, u.tpath) as stands_at, r.id as role_id, r.name as role_name, r.access_rights, r.version as role_version,
         n.name as node_name, n.node_type
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

  if who.last_activity < active - interval '1 minute' then
    update sessions set last_activity = active
     where id = (select id from sessions where id = p_session for update skip locked);
    update users set last_active = greatest(last_active, active)
     where id = (select id from users where org_id = who.org_id and id = who.user_id for update skip locked);
  end if;

  stamp := concat_ws(' ', who.user_version, who.manual_password, who.assignment_id, who.role_id, who.role_version, md5(who.access_rights::text), who.node_id, places.versions, acting_org, lo);
  if stamp = p_known then return stamp; end if;
  return stamp || E'\n' || json_build_object(
    'sessionId', who.id, 'userId', who.user_id, 'userName', who.user_name,
    'firstName', who.first_name, 'lastName', who.last_name, 'mustChangePassword', not who.manual_password,
    'homeOrgId', who.org_id, 'orgId', acting_org, 'lo', lo, 'hi', hi,
    'rootNode', case when who.node_id is null then null else json_build_object('id', who.node_id, 'name', who.node_name, 'nodeType', who.node_type) end,
    'above', coalesce((select json_agg(json_build_object('id', n.id, 'name', n.name, 'nodeType', n.node_type) order by n.tpath)
                from nodes n where n.org_id = who.org_id and n.tpath = any(path_prefixes(who.tpath)) and n.id <> who.node_id), '[]'::json),
    'roleId', who.role_id, 'roleName', who.role_name,
    'accessRights', coalesce(to_json(who.access_rights), '[]'::json))::text;
end $$;
grant update (last_activity) on sessions to storeward_definer;
grant update (last_active) on users to storeward_definer;

-- open_portal: signing in, and the look of the sign-in page, know nothing but the host. It sets the scope to the whole
-- organisation whose portal that is and answers which one; null for a host that no portal is served under.
create function open_portal(p_host text) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  root record;
begin
  select n.id, n.name, n.tpath, n.status, o.api_key, o.default_language into root
    from nodes n join organisations o on o.org_id = n.id
   where case when p_host is null then n.node_type = 'GLOBAL' else n.id = tenant_of_host(p_host) end
     and n.deleted_date is null;
  if not found then return null; end if;
  perform set_config('app.org', root.id::text, true), set_config('app.lo', root.tpath, true),
          set_config('app.hi', left(root.tpath, -1) || '/', true), set_config('app.user', '', true);
  return json_build_object('orgId', root.id, 'orgName', root.name, 'status', root.status, 'lo', root.tpath,
    'hi', left(root.tpath, -1) || '/', 'apiKey', root.api_key, 'defaultLanguage', root.default_language)::text;
end $$;

-- users_exceeding: which of some users hold a right, or a place, that the caller does not. Assignments outside the
-- caller's sub-tree are hidden from the caller, yet they are the ones that matter here.
create function users_exceeding(p_users uuid[], p_rights text[]) returns setof uuid
  language sql stable security definer rows 5 set search_path = public, pg_temp
  begin atomic
    select distinct a.user_id from assignments a join roles r on r.org_id = a.org_id and r.id = a.role_id
     where a.org_id = scope_org() and a.user_id = any(p_users) and (a.until is null or a.until > clock())
       and (not r.access_rights <@ p_rights or not (a.tpath >= scope_lo() and a.tpath < scope_hi()));
  end;

-- places_along: the places from the top of the caller's area down to one path. With the walls the index of paths goes
-- unused, since a function works out which paths are meant, and every place of the organisation is looked at.
create function places_along(p_path text) returns table (id uuid, name text, node_type text, tpath text, is_open boolean)
  language sql stable security definer rows 6 set search_path = public, pg_temp
  begin atomic
    select n.id, n.name, n.node_type, n.tpath, n.status and n.deleted_date is null from nodes n
     where n.org_id = scope_org() and n.tpath = any(path_prefixes(p_path)) and n.tpath >= scope_lo() and n.tpath < scope_hi();
  end;

-- settings_along: what is in force at a place is set at the places above it too, which those below do not see. It tells the
-- values of some sections along the path of one place, topmost first, for a place of the caller's area or on the way down to it;
-- the top of the organisation is above everybody. Nothing of who set a value, or where, is told.
create function settings_along(p_node uuid, p_sections text[]) returns table (id uuid, name text, node_type text, org_code text, settings json)
  language plpgsql stable security definer rows 1 set search_path = public, pg_temp as $$
declare
  place record;
begin
  select n.id, n.name, n.node_type, n.tpath into place from nodes n
   where n.org_id = scope_org() and n.id = p_node and n.deleted_date is null
     and (n.tpath >= scope_lo() and n.tpath < scope_hi() or n.tpath = any(path_prefixes(scope_lo())) or n.id = n.org_id);
  if not found then return; end if;
  return query select place.id, place.name, place.node_type, (select o.code from organisations o where o.org_id = scope_org()),
    coalesce((select json_agg(json_build_array(s.section, s.field, s.value) order by s.tpath, s.valid_from)
       from setting_values s
      where s.org_id = scope_org() and s.section = any(p_sections) and s.ended_date is null
        and s.valid_from <= clock() and (s.valid_until is null or s.valid_until > clock())
        and s.node_id in (select n.id from nodes n where n.org_id = scope_org() and n.tpath = any(path_prefixes(place.tpath)))), '[]'::json);
end $$;

-- forget_kept_answers: answers kept for a repeat are forgotten after a day, of whichever organisation; nothing is told.
create function forget_kept_answers() returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    delete from repeated_requests where created_date <= clock() - interval '24 hours';
  end;
grant select (created_date), delete on repeated_requests to storeward_definer;

-- own_open_sessions: the caller's sessions that are not over, wherever the settings stand that decide for how long one may be
-- left alone; own_sign_ins: the tries to sign in as the caller, most of which were written down before anybody was known.
create function own_open_sessions(p_usual_idle int, p_longest_idle int, p_grace int)
  returns table (id uuid, device text, address text, created_date timestamptz, last_activity timestamptz)
  language sql stable security definer rows 3 set search_path = public, pg_temp
  begin atomic
    select s.id, s.device, s.address, s.created_date, s.last_activity from sessions s
      join users u on u.org_id = s.org_id and u.id = s.user_id
     where s.org_id = scope_org() and s.user_id = scope_user() and s.ended_date is null and s.expires_date > clock()
       and s.last_activity >= clock() - make_interval(secs =>
             idle_limit(s.org_id, coalesce(scope_lo(), u.tpath), p_usual_idle, p_longest_idle) + p_grace)
     order by s.last_activity desc, s.id desc;
  end;
create function own_sign_ins(p_limit int) returns table (at timestamptz, address text, device text, action text, reason text)
  language sql stable security definer rows 50 set search_path = public, pg_temp
  begin atomic
    select a.at, a.address, coalesce(a.after ->> 'device', ''), a.action, a.reason from audit a
     where a.org_id = scope_org() and a.entity = 'user' and a.entity_id = scope_user() and a.action in ('session.began', 'session.refused')
     order by a.at desc, a.id desc limit p_limit;
  end;

-- The conditions that cut the caller's users, or places, out of the organisation's: $2 and $3 range, $4 pattern. All of
-- an organisation needs no range.
create function whole_organisation() returns boolean language sql stable set search_path = public, pg_temp
  return position('.' in scope_lo()) = length(scope_lo());
create function users_in_scope(p_pattern text) returns text language sql stable set search_path = public, pg_temp
  return case when whole_organisation() then '' else ' and u.tpath >= $2 and u.tpath < $3' end
    || case when p_pattern is null then '' else ' and u.search_text like $4' end;
create function nodes_in_scope() returns text language sql stable set search_path = public, pg_temp
  return 'n.org_id = $1 and n.deleted_date is null and n.search_text like $4'
    || case when whole_organisation() then '' else ' and n.tpath >= $2 and n.tpath < $3' end;

-- page_of_users, count_users: a search for part of a word needs the trigram index, whose operators the walls do not
-- trust; with the walls a search in a large organisation takes seven hundred times as long. Both take the scope from
-- the transaction, never from the caller, and answer ids and figures only. A null pattern finds everybody.
-- Which way is short depends on how many are found, and the planner cannot know it of a part of a word or of a path:
-- up to five thousand are found first and sorted then, more are met soon enough when walking in the order asked for.
create function page_of_users(p_pattern text, p_order text, p_descending boolean, p_after text, p_after_id uuid, p_offset int, p_limit int)
  returns table (id uuid) language plpgsql stable security definer rows 25 set search_path = public, pg_temp as $$
declare
  everybody constant text := 'u.org_id = $1 and u.deleted_date is null';
  found_ones constant text := users_in_scope(p_pattern);
  sorted constant text := case p_order when 'name' then 'name_norm' when 'userName' then 'user_name_norm' when 'emailId' then 'email_norm'
    when 'lastActive' then 'last_active' when 'createdDate' then 'created_date' end;
  in_order constant text := format(' order by u.%1$I %2$s, u.id %2$s', sorted, case when p_descending then 'desc' else 'asc' end);
  after constant text := case when p_after_id is null then '' else format(' and (u.%1$I, u.id) %2$s ($5::%3$s, $6)', sorted,
    case when p_descending then '<' else '>' end, case when p_order in ('lastActive', 'createdDate') then 'timestamptz' else 'text' end) end;
  few int;
begin
  execute 'select count(*) from (select from users u where ' || everybody || found_ones || ' limit 5001) found'
    into few using scope_org(), scope_lo(), scope_hi(), p_pattern;
  return query execute case
    when few <= 5000 then
      format('select u.id from (select u.id, u.%1$I from users u where ', sorted) || everybody || found_ones || after || ' offset 0) u' || in_order
    else
      'select u.id from (select u.id, u.tpath, u.search_text from users u where ' || everybody || after || in_order || ' offset 0) u where true' || found_ones
    end || ' offset $7 limit $8'
    using scope_org(), scope_lo(), scope_hi(), p_pattern, p_after, p_after_id, p_offset, p_limit;
end $$;

-- How many there are: counted up to a bound, beyond it the planner's own guess (with the walls it would guess a quarter
-- of the truth). Where the guess for everybody is far beyond the bound, nothing is counted at all.
create function count_users(p_pattern text, p_most int, out total int, out estimated boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  plan json;
  counted int;
begin
  if scope_lo() is null then
    total := 0; estimated := false;
    return;
  end if;
  execute format('explain (format json) select from users u where u.deleted_date is null'
    || case when whole_organisation() then ' and u.org_id = %1$L' else ' and u.tpath >= %2$L and u.tpath < %3$L' end
    || case when p_pattern is null then '' else ' and u.search_text like %4$L' end,
    scope_org(), scope_lo(), scope_hi(), p_pattern) into plan;
  total := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric::int;
  estimated := true;
  if p_pattern is null and total > 5 * p_most then return; end if;
  execute 'select count(*) from (select from users u where u.org_id = $1 and u.deleted_date is null' || users_in_scope(p_pattern) || ' limit $5) found'
    into counted using scope_org(), scope_lo(), scope_hi(), p_pattern, p_most + 1;
  if counted <= p_most then
    total := counted; estimated := false;
  else
    total := greatest(total, p_most + 1);
  end if;
end $$;

-- search_nodes, count_found_nodes: as for users; a place whose code is the very text comes first.
create function search_nodes(p_pattern text, p_code text, p_offset int, p_limit int) returns table (id uuid)
  language plpgsql stable security definer rows 25 set search_path = public, pg_temp as $$
begin
  return query execute 'select n.id from nodes n where ' || nodes_in_scope()
    || ' order by n.code_norm = $5 desc, n.name_norm, n.id offset $6 limit $7'
    using scope_org(), scope_lo(), scope_hi(), p_pattern, p_code, p_offset, p_limit;
end $$;

create function count_found_nodes(p_pattern text, p_most int) returns int
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  total int;
begin
  execute 'select count(*) from (select from nodes n where ' || nodes_in_scope() || ' limit $5) found'
    into total using scope_org(), scope_lo(), scope_hi(), p_pattern, p_most;
  return total;
end $$;

do $$
declare
  listed text;
begin
  foreach listed in array array[
    'open_session(uuid, timestamptz, text, uuid, uuid, text, text, int, int, int, int)', 'open_portal(text)',
    'own_open_sessions(int, int, int)', 'own_sign_ins(int)', 'users_exceeding(uuid[], text[])', 'places_along(text)',
    'settings_along(uuid, text[])', 'forget_kept_answers()',
    'page_of_users(text, text, boolean, text, uuid, int, int)', 'count_users(text, int)',
    'search_nodes(text, text, int, int)', 'count_found_nodes(text, int)', 'tenant_of_host(text)'] loop
    execute format('alter function %s owner to storeward_definer', listed);
    execute format('revoke execute on function %s from public', listed);
    execute format('grant execute on function %s to storeward_app, storeward_definer', listed);
  end loop;
end $$;

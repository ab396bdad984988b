-- Users are listed by role, status and level too, and their lists are kept as views.

-- Whose name it is that was tried, where anybody has it: so that those who are locked out can be listed. It is looked up
-- whether anybody has the name or not, and nothing of it is told to whoever tries.
alter table attempts add column user_id uuid;
alter table attempts add constraint "attempt.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id);

-- judge_attempt: as before, and the name is looked up.
drop function judge_attempt(bytea, bytea, boolean, text, int, interval, int, int, interval);
create function judge_attempt(
  p_subject bytea, p_device bytea, p_right boolean, p_address text,
  p_most int, p_lock interval, p_most_in_row int, p_most_by_address int, p_window interval, p_name text, p_domain text) returns text
  language plpgsql volatile set search_path = public, pg_temp as $$
declare
  moment constant timestamptz := clock();
  known attempts;
  locked boolean;
  by_address int;
begin
  if exists (select from address_failures where address = p_address and since > moment - p_window and failures >= p_most_by_address) then
    return 'tooMany';
  end if;
  if not p_right then
    insert into attempts (org_id, subject, device, last_failure) values (scope_org(), p_subject, p_device, moment)
      on conflict do nothing;
  end if;
  select * into known from attempts
    where org_id = scope_org() and subject = p_subject and device = p_device for update;
  locked := coalesce(known.locked_until > moment, false);
  if p_right and not locked then
    if known.subject is not null then
      delete from attempts where org_id = scope_org() and subject = p_subject and device = p_device;
    end if;
    return 'right';
  end if;
  insert into address_failures as a values (p_address, 1, moment) on conflict (address) do update set
    failures = case when a.since > moment - p_window then a.failures + 1 else 1 end,
    since = case when a.since > moment - p_window then a.since else moment end
    returning failures into by_address;
  if by_address > p_most_by_address then return 'tooMany'; end if;
  update attempts set
    failures = case when locked then known.failures when known.failures + 1 >= p_most then 0 else known.failures + 1 end,
    in_row = case when locked then known.in_row else known.in_row + 1 end,
    locked_until = case when locked then known.locked_until
                        when known.in_row + 1 >= p_most_in_row then 'infinity'
                        when known.failures + 1 >= p_most then moment + p_lock end,
    user_id = (select u.id from users u
                where u.org_id = scope_org() and u.user_name_norm = p_name and u.domain_name = p_domain and u.deleted_date is null),
    last_failure = moment
    where org_id = scope_org() and subject = p_subject and device = p_device;
  return case when locked then 'locked' else 'wrong' end;
end $$;
grant execute on function judge_attempt(bytea, bytea, boolean, text, int, interval, int, int, interval, text, text) to storeward_app;

-- Of the few who are disabled none is searched for among all.
create index user_disabled on users (org_id, tpath) where deleted_date is null and not status;

-- page_of_users, count_users: as before, and the users of one role, status or level can be asked for. Of roles only those
-- count that are held within the caller's own area.
drop function page_of_users(text[], text, text, boolean, text, uuid, int, int);
drop function count_users(text[], text, int);
drop function users_in_scope(text[], text);
drop function users_sought(text[], text);

-- The conditions that cut the wanted users out of the organisation's: $2 and $3 range. Where the index of an order is walked,
-- each user on the way is looked at alone (an offset keeps a condition from being turned into a join), so that the order stays.
create function users_sought(p_patterns text[], p_below text, p_only jsonb, p_walk boolean) returns text
  language sql stable set search_path = public, pg_temp
  return case when p_below is null then '' else format(' and u.tpath >= %L and u.tpath < %L', p_below, left(p_below, -1) || '/') end
    || case when p_only ->> 'role' is null then '' else format(
         ' and exists (select from assignments a where a.org_id = u.org_id and a.user_id = u.id and a.role_id = %L and (a.until is null or a.until > clock())%s%s)',
         p_only ->> 'role',
         case when whole_organisation() then '' else format(' and a.tpath >= %L and a.tpath < %L', scope_lo(), scope_hi()) end,
         case when p_walk then ' offset 0' else '' end) end
    || case when p_only ->> 'level' is null then '' else format(
         ' and exists (select from nodes n where n.org_id = u.org_id and n.id = u.node_id and n.node_type = %L%s)',
         p_only ->> 'level', case when p_walk then ' offset 0' else '' end) end
    || case p_only ->> 'status' when 'enabled' then ' and u.status' when 'disabled' then ' and not u.status'
         when 'locked' then format(
           ' and exists (select from attempts l where l.org_id = u.org_id and l.user_id = u.id and l.device = '''' and l.locked_until > clock()%s)',
           case when p_walk then ' offset 0' else '' end) else '' end
    || coalesce((select string_agg(format(' and u.search_text like %L', pattern), '') from unnest(p_patterns) pattern), '');
create function users_in_scope(p_patterns text[], p_below text, p_only jsonb, p_walk boolean) returns text
  language sql stable set search_path = public, pg_temp
  return case when whole_organisation() then '' else ' and u.tpath >= $2 and u.tpath < $3' end || users_sought(p_patterns, p_below, p_only, p_walk);

create function page_of_users(p_patterns text[], p_below text, p_only jsonb, p_order text, p_descending boolean, p_after text, p_after_id uuid, p_offset int, p_limit int)
  returns table (id uuid) language plpgsql stable security definer rows 25 set search_path = public, pg_temp as $$
declare
  everybody constant text := 'u.org_id = $1 and u.deleted_date is null';
  sorted constant text := case p_order when 'name' then 'name_norm' when 'userName' then 'user_name_norm' when 'emailId' then 'email_norm'
    when 'lastActive' then 'last_active' when 'createdDate' then 'created_date' end;
  in_order constant text := format(' order by u.%1$I %2$s, u.id %2$s', sorted, case when p_descending then 'desc' else 'asc' end);
  after constant text := case when p_after_id is null then '' else format(' and (u.%1$I, u.id) %2$s ($4::%3$s, $5)', sorted,
    case when p_descending then '<' else '>' end, case when p_order in ('lastActive', 'createdDate') then 'timestamptz' else 'text' end) end;
  few int;
begin
  execute 'select count(*) from (select from users u where ' || everybody || users_in_scope(p_patterns, p_below, p_only, false) || ' limit 5001) found'
    into few using scope_org(), scope_lo(), scope_hi();
  return query execute case
    when few <= 5000 then
      format('select u.id from (select u.id, u.%1$I from users u where ', sorted) || everybody
        || users_in_scope(p_patterns, p_below, p_only, false) || after || ' offset 0) u' || in_order
    else
      'select u.id from (select u.id, u.org_id, u.node_id, u.status, u.tpath, u.search_text from users u where ' || everybody || after || in_order
        || ' offset 0) u where true' || users_in_scope(p_patterns, p_below, p_only, true)
    end || ' offset $6 limit $7'
    using scope_org(), scope_lo(), scope_hi(), p_after, p_after_id, p_offset, p_limit;
end $$;

create function count_users(p_patterns text[], p_below text, p_only jsonb, p_most int, out total int, out estimated boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  narrowed constant boolean := p_patterns <> '{}' or p_below is not null or p_only <> '{}';
  plan json;
  counted int;
begin
  if scope_lo() is null then
    total := 0; estimated := false;
    return;
  end if;
  execute format('explain (format json) select from users u where u.deleted_date is null'
    || case when whole_organisation() then ' and u.org_id = %1$L' else ' and u.tpath >= %2$L and u.tpath < %3$L' end, scope_org(), scope_lo(), scope_hi())
    || users_sought(p_patterns, p_below, p_only, false) into plan;
  total := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric::int;
  estimated := true;
  if not narrowed and total > 5 * p_most then return; end if;
  execute 'select count(*) from (select from users u where u.org_id = $1 and u.deleted_date is null'
    || users_in_scope(p_patterns, p_below, p_only, false) || ' limit $4) found'
    into counted using scope_org(), scope_lo(), scope_hi(), p_most + 1;
  if counted <= p_most then
    total := counted; estimated := false;
  else
    total := greatest(total, p_most + 1);
  end if;
end $$;

grant select on attempts to storeward_definer;

do $$
declare
  listed text;
begin
  foreach listed in array array['page_of_users(text[], text, jsonb, text, boolean, text, uuid, int, int)', 'count_users(text[], text, jsonb, int)'] loop
    execute format('alter function %s owner to storeward_definer', listed);
    execute format('revoke execute on function %s from public', listed);
    execute format('grant execute on function %s to storeward_app, storeward_definer', listed);
  end loop;
end $$;

-- Lists of users that somebody keeps under a name: what they are narrowed to, their order and their columns. One is its
-- author's alone, or shared with everybody whose area lies within the one its author stood over when they kept it.
create table user_views (
  id            uuid primary key,
  org_id        uuid not null,
  owner_id      uuid not null,
  node_id       uuid,
  area          text collate "C",
  name          text not null,
  name_norm     text collate "C" not null,
  shared        boolean not null,
  query         jsonb not null,
  columns       text[] not null,
  created_date  timestamptz not null,
  created_by    uuid,
  updated_date  timestamptz not null,
  updated_by    uuid,
  version       integer not null default 1,
  constraint "view.ownerOfTheSameTenant" foreign key (org_id, owner_id) references users (org_id, id),
  constraint "view.nodeOfTheSameTenant" foreign key (org_id, node_id, area) references nodes (org_id, id, tpath) on update cascade
);
create unique index "userView.nameTaken" on user_views (org_id, owner_id, name_norm);
create index user_view_areas on user_views (org_id, area) where shared;
create index user_view_nodes on user_views (org_id, node_id);
select wall_in('user_views', array['org']);
create policy seen on user_views as restrictive to storeward_app
  using (case when owner_id = (select scope_user()) or shared and (select scope_lo()) ^@ area then true else false end)
  with check (case when owner_id = (select scope_user()) or shared and (select scope_lo()) ^@ area then true else false end);
grant select, insert, update, delete on user_views to storeward_app;

-- Which columns of the list of users somebody wants to see, wherever they sit.
create table user_list_columns (
  org_id       uuid not null,
  user_id      uuid not null,
  columns      text[] not null,
  primary key (org_id, user_id),
  constraint "columns.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id)
);
select wall_in('user_list_columns', array['org'], 'user_id');
grant select, insert, update, delete on user_list_columns to storeward_app;

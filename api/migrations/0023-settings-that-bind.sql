-- Settings that bind the places below, and remember every change. A change names who, when and why; each value names the change
-- that wrote it, and the one that ended it, so that what a change did can be told and put back.
create table setting_changes (
  id             uuid primary key,
  org_id         uuid not null,
  node_id        uuid not null,
  tpath          text collate "C" not null,
  section        text not null,
  version        integer not null,
  begins         timestamptz not null,
  reason         text,
  run_id         uuid,
  created_date   timestamptz not null,
  created_by     uuid,
  withdrawn_date timestamptz,
  withdrawn_by   uuid,
  unique (org_id, id),
  constraint "setting.oneChangeAtATime" unique (org_id, node_id, section, version),
  constraint "setting.changeOfTheSameTenant" foreign key (org_id, node_id, tpath) references nodes (org_id, id, tpath) on update cascade
);
create index setting_change_runs on setting_changes (org_id, run_id) where run_id is not null;
select wall_in('setting_changes', array['org', 'path']);
grant select, insert on setting_changes to storeward_app;
grant update (withdrawn_date, withdrawn_by) on setting_changes to storeward_app;
grant select on setting_changes to storeward_definer;

-- who ended a value, why, and in which version, stands with the change
alter table setting_values drop column reason, drop column version, drop column ended_by,
  add column change_id uuid, add column closed_by uuid,
  add constraint "setting.writtenByAChange" foreign key (org_id, change_id) references setting_changes (org_id, id),
  add constraint "setting.closedByAChange" foreign key (org_id, closed_by) references setting_changes (org_id, id);
create index setting_value_changes on setting_values (org_id, change_id) where change_id is not null;
create index setting_value_closed on setting_values (org_id, closed_by) where closed_by is not null;

-- Values that somebody is working on: they count nowhere, and nobody else sees them.
create table setting_drafts (
  org_id       uuid not null,
  node_id      uuid not null,
  tpath        text collate "C" not null,
  section      text not null,
  draft        jsonb not null,
  updated_date timestamptz not null,
  updated_by   uuid not null,
  primary key (org_id, node_id, section, updated_by),
  constraint "setting.draftOfTheSameTenant" foreign key (org_id, node_id, tpath) references nodes (org_id, id, tpath) on update cascade
);
select wall_in('setting_drafts', array['org', 'path']);
grant select, insert, update, delete on setting_drafts to storeward_app;

-- The keys that an organisation's secrets are sealed with, each sealed with the installation's own.
create table secret_keys (
  org_id       uuid not null,
  id           uuid not null,
  sealed       bytea not null,
  created_date timestamptz not null,
  primary key (org_id, id)
);
select wall_in('secret_keys', array['org']);
grant select, insert on secret_keys to storeward_app;
grant select, update (sealed) on secret_keys to storeward_definer;

-- A place has values of its own or not: that is told from the values, now that they come and go with the clock.
alter table nodes drop column is_override;

-- The clock to the instant: of two changes that wait for each other the later one is later.
create function clock_now() returns timestamptz
  language sql volatile set search_path = public, pg_temp
  return clock_timestamp() + (clock() - now());

-- settings_along: as before, with how far each value binds the places below.
create or replace function settings_along(p_node uuid, p_sections text[]) returns table (id uuid, name text, node_type text, org_code text, settings json)
  language plpgsql stable security definer rows 1 set search_path = public, pg_temp as $$
declare
  place record;
begin
  select n.id, n.name, n.node_type, n.tpath into place from nodes n
   where n.org_id = scope_org() and n.id = p_node and n.deleted_date is null
     and (n.tpath >= scope_lo() and n.tpath < scope_hi() or n.tpath = any(path_prefixes(scope_lo())) or n.id = n.org_id);
  if not found then return; end if;
  return query select place.id, place.name, place.node_type, (select o.code from organisations o where o.org_id = scope_org()),
    coalesce((select json_agg(json_build_array(s.section, s.field, s.value, s.mode) order by s.tpath, s.valid_from)
       from setting_values s
      where s.org_id = scope_org() and s.section = any(p_sections) and s.ended_date is null
        and s.valid_from <= clock() and (s.valid_until is null or s.valid_until > clock())
        and s.node_id in (select n.id from nodes n where n.org_id = scope_org() and n.tpath = any(path_prefixes(place.tpath)))), '[]'::json);
end $$;

-- settings_told: what stands along the paths of some places at a moment, with who said so, since whoever changes a place has to know
-- what stands above it. Told are places of the caller's area, and what stands on the way down to them.
create function settings_told(p_nodes uuid[], p_sections text[], p_at timestamptz)
  returns table (for_node uuid, node_id uuid, name text, node_type text, section text, field text, value jsonb, mode text,
                 since timestamptz, told_by text, reason text)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
begin
  return query select p.id, n.id, n.name, n.node_type, s.section, s.field, s.value, s.mode, s.valid_from,
      nullif(trim(u.first_name || ' ' || u.last_name), ''), c.reason
    from nodes p
    join nodes n on n.org_id = p.org_id and n.tpath = any(path_prefixes(p.tpath))
    join setting_values s on s.org_id = n.org_id and s.node_id = n.id and s.section = any(p_sections)
     and s.valid_from <= p_at and (s.valid_until is null or s.valid_until > p_at)
    left join users u on u.org_id = s.org_id and u.id = s.created_by
    left join setting_changes c on c.org_id = s.org_id and c.id = s.change_id
   where p.org_id = scope_org() and p.id = any(p_nodes) and p.deleted_date is null
     and p.tpath >= scope_lo() and p.tpath < scope_hi()
   order by p.id, n.tpath, s.valid_from;
end $$;

-- setting_reach: below one place of the caller's area, for each field that anybody has set: how many have, how many of these do
-- not count since a place above forbids it, how many stores work with a value from further down, and the values most often set.
-- A value counts when no place above it has locked the field, and it is no looser than any that says only to tighten. Planned
-- anew each time: a plan that knows neither the place nor how much is said below it goes through ten thousand places one by one.
create function setting_reach(p_node uuid, p_sections text[], p_stricter jsonb)
  returns table (section text, field text, own int, overruled int, stores_apart int, vals json, kinds int)
  language plpgsql stable security definer rows 50 set search_path = public, pg_temp as $$
declare
  place record;
begin
  select n.tpath into place from nodes n
   where n.org_id = scope_org() and n.id = p_node and n.deleted_date is null and n.tpath >= scope_lo() and n.tpath < scope_hi();
  if not found then return; end if;
  return query execute $words$
  with standing as materialized (
    select v.section, v.field, v.tpath, v.node_id, v.value, v.mode from setting_values v
     where v.org_id = scope_org() and v.section = any($1) and v.ended_date is null and v.valid_from <= clock()
       and (v.valid_until is null or v.valid_until > clock())
       and v.tpath > $3 and v.tpath < left($3, -1) || '/'
  ), bounds as materialized (
    select s.section, s.field, s.tpath, s.value, s.mode from standing s where s.mode <> 'free'
    union all
    select v.section, v.field, v.tpath, v.value, v.mode from setting_values v
     where v.org_id = scope_org() and v.section = any($1) and v.mode <> 'free' and v.ended_date is null and v.valid_from <= clock()
       and (v.valid_until is null or v.valid_until > clock()) and v.tpath = any(path_prefixes($3))
  ), judged as (
    select s.*, n.node_type, not exists (
        select from bounds b where b.section = s.section and b.field = s.field and s.tpath ^@ b.tpath and s.tpath <> b.tpath
           and (b.mode = 'locked' or case $2 ->> (s.section || '.' || s.field) when 'less' then s.value > b.value
                  when 'more' then s.value < b.value else false end)) as counts
      from standing s join nodes n on n.org_id = scope_org() and n.id = s.node_id and n.deleted_date is null
  ), topmost as (
    select j.*, j.tpath >= coalesce(max(left(j.tpath, -1) || '/') over
        (partition by j.section, j.field order by j.tpath rows between unbounded preceding and 1 preceding), '') as first_on_its_way
      from judged j where j.counts
  ), apart as (
    select t.section, t.field, sum(case when t.node_type = 'STORE' then 1 else (select count(*) from nodes n
        where n.org_id = scope_org() and n.node_type = 'STORE' and n.deleted_date is null and n.tpath >= t.tpath and n.tpath < left(t.tpath, -1) || '/') end)::int as stores
      from topmost t where t.first_on_its_way group by t.section, t.field
  ), valued as (
    select j.section, j.field, j.value, count(*)::int as times, row_number() over (partition by j.section, j.field order by count(*) desc, j.value) as place
      from judged j group by j.section, j.field, j.value
  )
  select j.section, j.field, count(*)::int, (count(*) filter (where not j.counts))::int, coalesce(max(a.stores), 0),
      (select json_agg(json_build_object('value', v.value, 'count', v.times) order by v.place) from valued v
        where v.section = j.section and v.field = j.field and v.place <= 6),
      (select count(*)::int from valued v where v.section = j.section and v.field = j.field)
    from judged j left join apart a on a.section = j.section and a.field = j.field
   group by j.section, j.field
  $words$ using p_sections, p_stricter, place.tpath;
end $$;

-- setting_zone: the time zone on the wall of a place of the caller's area: its own, or the nearest above it, which those below do
-- not see. Nothing else of the places above is told.
create function setting_zone(p_path text) returns text
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select n.time_zone from nodes n
     where n.org_id = scope_org() and n.tpath = any(path_prefixes(p_path)) and n.time_zone is not null
       and p_path >= scope_lo() and p_path < scope_hi()
     order by length(n.tpath) desc limit 1;
  end;

-- device_configuration: what the store of a device works with, for whoever holds the device's key and nobody else, and nothing of
-- other places. Secrets are left out by their section.
create function device_configuration(p_key_hash bytea, p_sections text[])
  returns table (store_id uuid, name text, code text, time_zone text, org_code text, settings json)
  language plpgsql volatile security definer rows 1 set search_path = public, pg_temp as $$
declare
  place record;
begin
  update devices d set last_seen = clock() where d.org_id = scope_org() and d.key_hash = p_key_hash and d.deleted_date is null
     and (d.last_seen is null or d.last_seen < clock() - interval '1 minute');
  select n.id, n.name, n.code, n.time_zone, n.tpath into place from devices d join nodes n on n.org_id = d.org_id and n.id = d.node_id
   where d.org_id = scope_org() and d.key_hash = p_key_hash and d.deleted_date is null and n.deleted_date is null
     and not exists (select from nodes a where a.org_id = n.org_id and a.tpath = any(path_prefixes(n.tpath)) and not a.status);
  if not found then return; end if;
  return query select place.id, place.name, place.code, place.time_zone, (select o.code from organisations o where o.org_id = scope_org()),
    coalesce((select json_agg(json_build_array(s.section, s.field, s.value, s.mode) order by s.tpath, s.valid_from)
       from setting_values s
      where s.org_id = scope_org() and s.section = any(p_sections) and s.ended_date is null
        and s.valid_from <= clock() and (s.valid_until is null or s.valid_until > clock())
        and s.node_id in (select n.id from nodes n where n.org_id = scope_org() and n.tpath = any(path_prefixes(place.tpath)))), '[]'::json);
end $$;
grant select (id, org_id, node_id, key_hash, deleted_date, last_seen), update (last_seen) on devices to storeward_definer;

do $$
declare
  listed text;
begin
  foreach listed in array array['settings_told(uuid[], text[], timestamptz)', 'setting_reach(uuid, text[], jsonb)', 'setting_zone(text)', 'device_configuration(bytea, text[])'] loop
    execute format('alter function %s owner to storeward_definer', listed);
    execute format('revoke execute on function %s from public', listed);
    execute format('grant execute on function %s to storeward_app', listed);
  end loop;
end $$;

-- A value that a place above has locked, or that is looser than one that may only be tightened, does not count.
create or replace function idle_limit(p_org uuid, p_path text, p_usual int, p_longest int) returns int
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  one record;
  chosen int;
  most int;
  locked boolean := false;
begin
  for one in select s.mode, extract(epoch from (s.value #>> '{}')::interval)::int as seconds from setting_values s
     where s.org_id = p_org and s.section = 'nodeConfig' and s.field = 'autoLogoutDuration' and s.tpath = any(path_prefixes(p_path))
       and s.ended_date is null and s.valid_from <= clock() and (s.valid_until is null or s.valid_until > clock())
       and s.value #>> '{}' ~ '^(0[0-9]|1[01]):[0-5][0-9]:[0-5][0-9]$|^12:00:00$' and s.value #>> '{}' not like '00:00:%'
     order by length(s.tpath), s.valid_from
  loop
    if not locked and (most is null or one.seconds <= most) then chosen := one.seconds; end if;
    locked := locked or one.mode = 'locked';
    if one.mode = 'tighten' then most := least(most, one.seconds); end if;
  end loop;
  return least(p_longest, coalesce(chosen, p_usual));
end $$;

-- What a place has set for itself, value by value. Nothing is overwritten: a new value ends the one before it,
-- so that history, comparison and "as of" come from the same rows.
create table setting_values (
  id           uuid primary key,
  org_id       uuid not null,
  node_id      uuid not null,
  tpath        text collate "C" not null,
  section      text not null,
  field        text not null,
  value        jsonb not null,
  mode         text not null default 'free' check (mode in ('free', 'locked', 'tighten')),
  valid_from   timestamptz not null default now(),
  valid_until  timestamptz,
  reason       text,
  version      integer not null default 1,
  created_date timestamptz not null default now(),
  created_by   uuid,
  ended_date   timestamptz,
  ended_by     uuid,
  constraint "setting.nodeOfTheSameTenant" foreign key (org_id, node_id, tpath) references nodes (org_id, id, tpath) on update cascade
);
create unique index "setting.oneValueAtATime" on setting_values (org_id, node_id, section, field, valid_from) where ended_date is null;
create index setting_sections on setting_values (org_id, section, tpath) where ended_date is null;
select wall_in('setting_values', array['org', 'path']);
grant select, insert, update on setting_values to storeward_app;
grant select on setting_values to storeward_definer;

-- After how many seconds without input somebody at a place counts as gone: the nearest sound value on the way up, else the
-- installation's usual one; never more than its longest where it has one. (Asked by functions that have their own reasons.)
create function idle_limit(p_org uuid, p_path text, p_usual int, p_longest int) returns int
  language plpgsql stable set search_path = public, pg_temp as $$
begin
  return least(p_longest, coalesce((
    select extract(epoch from (value #>> '{}')::interval)::int from setting_values
     where org_id = p_org and section = 'nodeConfig' and field = 'autoLogoutDuration' and tpath = any(path_prefixes(p_path))
       and ended_date is null and valid_from <= clock() and (valid_until is null or valid_until > clock())
       and value #>> '{}' ~ '^(0[0-9]|1[01]):[0-5][0-9]:[0-5][0-9]$|^12:00:00$' and value #>> '{}' not like '00:00:%'
     order by length(tpath) desc, valid_from desc limit 1), p_usual));
end $$;

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

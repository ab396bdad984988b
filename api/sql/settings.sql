-- Settings of nodes: values, changes, drafts, the keys of secrets, and the change events for webhooks.

-- The keys that encrypt an organisation's secrets, each encrypted with the installation's key.
create table secret_keys (
  org_id        uuid not null,
  id            uuid not null,
  encrypted_key bytea not null,
  created_date  timestamptz not null,
  primary key (org_id, id)
);
alter table secret_keys enable row level security, force row level security;
create policy base on secret_keys to :"app", :"definer" using (true) with check (true);
create policy org on secret_keys as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select, insert on secret_keys to :"app";
grant select, update (encrypted_key) on secret_keys to :"definer";

-- Changes of settings: who, when and why. A value refers to the change that wrote it and the one that ended it, so that a change
-- can be undone.
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
  constraint "setting.changeOfTheSameTenant" foreign key (org_id, node_id, tpath) references nodes (org_id, id, tpath) on update cascade,
  unique (org_id, id),
  constraint "setting.oneChangeAtATime" unique (org_id, node_id, section, version)
);
create index setting_change_runs on setting_changes (org_id, run_id) where run_id is not null;
alter table setting_changes enable row level security, force row level security;
create policy base on setting_changes to :"app", :"definer" using (true) with check (true);
create policy org on setting_changes as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
create policy sub on setting_changes as restrictive to :"app"
  using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi()) then true else false end);
grant select, insert, update (withdrawn_date, withdrawn_by) on setting_changes to :"app";
grant select on setting_changes to :"definer";

-- Values that nodes have set. Nothing is overwritten: a new value ends the one before, so that history, comparison and "as of"
-- read the same rows.
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
  created_date timestamptz not null default now(),
  created_by   uuid,
  ended_date   timestamptz,
  change_id    uuid,
  closed_by    uuid,
  constraint "setting.writtenByAChange" foreign key (org_id, change_id) references setting_changes (org_id, id),
  constraint "setting.closedByAChange" foreign key (org_id, closed_by) references setting_changes (org_id, id),
  constraint "setting.nodeOfTheSameTenant" foreign key (org_id, node_id, tpath) references nodes (org_id, id, tpath) on update cascade
);
create unique index "setting.oneValueAtATime" on setting_values (org_id, node_id, section, field, valid_from) where ended_date is null;
create index setting_sections on setting_values (org_id, section, tpath) where ended_date is null;
-- a node that is moved takes its settings along, ended ones included
create index setting_nodes on setting_values (org_id, node_id);
create index setting_value_changes on setting_values (org_id, change_id) where change_id is not null;
create index setting_value_closed on setting_values (org_id, closed_by) where closed_by is not null;
-- all values ever set at a node: settings are shown as of any moment
create index setting_value_paths on setting_values (org_id, tpath, section);
alter table setting_values enable row level security, force row level security;
create policy base on setting_values to :"app", :"definer" using (true) with check (true);
create policy org on setting_values as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
create policy sub on setting_values as restrictive to :"app"
  using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi()) then true else false end);
grant select, insert, update on setting_values to :"app";
grant select on setting_values to :"definer";

-- Unsaved values of one user; they have no effect and are visible to nobody else.
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
alter table setting_drafts enable row level security, force row level security;
create policy base on setting_drafts to :"app", :"definer" using (true) with check (true);
create policy org on setting_drafts as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
create policy sub on setting_drafts as restrictive to :"app"
  using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi()) then true else false end);
grant select, insert, update, delete on setting_drafts to :"app";
grant select (org_id, draft) on setting_drafts to :"definer";

-- Change events that webhooks have not received: changes of settings, each due when it begins, and moves of nodes with the
-- ancestors before the move. Which stores are affected is computed afterwards, so that no change waits for it.
create table setting_events (
  id                 bigint generated always as identity primary key,
  org_id             uuid not null references nodes (id),
  change_ids         uuid[] not null default '{}',
  node_id            uuid,
  previous_ancestors uuid[] not null default '{}',
  run_id             uuid,
  effective_date     timestamptz not null,
  next_try           timestamptz not null,
  tries              integer not null default 0,
  settled_xid        bigint,
  first_seen_date    timestamptz
);
create index setting_events_due on setting_events (next_try);
create index setting_event_order on setting_events (effective_date, id);
create index setting_event_dates on setting_events (org_id, effective_date) where run_id is null;
create index setting_event_runs on setting_events (org_id, run_id) where run_id is not null;
alter table setting_events enable row level security, force row level security;
create policy base on setting_events to :"app", :"definer" using (true) with check (true);
create policy org on setting_events as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select, delete on setting_events to :"app";
grant select, insert, update, delete on setting_events to :"definer";
create trigger setting_changes_are_queued after insert on setting_changes
  referencing new table as fresh for each statement execute function queue_setting_changes();
create trigger node_moves_are_queued after update of parent_id on nodes
  for each row when (old.parent_id is distinct from new.parent_id and new.deleted_date is null) execute function queue_node_move();

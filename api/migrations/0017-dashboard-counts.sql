-- How many users, nodes and devices of each kind a sub-tree holds, and how many sign-ins it had in each hour: a dashboard reads some
-- rows instead of all records of an organisation. A sub-tree is known by the label of its node, which stays when the node moves; hour
-- is the beginning of the hour in UTC for sign-ins, and '-infinity' for what exists now.
create table node_counts (
  org_id uuid not null,
  label  text collate "C" not null,
  kind   text collate "C" not null,
  hour   timestamptz not null,
  count  integer not null,
  primary key (label, org_id, kind, hour) include (count)
);
alter table node_counts enable row level security, force row level security;
create policy base on node_counts to :"app", :"definer" using (true) with check (true);
create policy org on node_counts as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select on node_counts to :"app";
grant select, insert, update, delete on node_counts to :"definer";

-- Differences that are not part of node_counts yet. Triggers only insert here: if each changed the row of the organisation itself, all
-- changes of the organisation would wait for each other.
create table node_count_changes (
  org_id uuid not null,
  label  text collate "C" not null,
  kind   text collate "C" not null,
  hour   timestamptz not null,
  count  integer not null
);
create index node_count_change_labels on node_count_changes (label, org_id, kind, hour);
alter table node_count_changes enable row level security, force row level security;
create policy base on node_count_changes to :"app", :"definer" using (true) with check (true);
create policy org on node_count_changes as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select on node_count_changes to :"app";
grant select, insert, delete on node_count_changes to :"definer";

-- what exists today, and the sign-ins of the last 400 days as far as the audit has them
alter table nodes no force row level security;
alter table users no force row level security;
alter table devices no force row level security;
alter table audit no force row level security;
alter table node_counts no force row level security;
insert into node_counts (org_id, label, kind, hour, count)
select found.org_id, label, kind, hour, count(*)
  from (
    select org_id, tpath, '-infinity'::timestamptz as hour,
           case when not status then 'user.disabled' when last_active = '-infinity' then 'user.invited' else 'user.enabled' end as kind
      from users where deleted_date is null
    union all
    select org_id, tpath, '-infinity', 'node.' || node_type || case when status then '.enabled' else '.disabled' end
      from nodes where deleted_date is null
    union all
    select org_id, tpath, '-infinity', 'device.' || type || case when key_hash is null then '.unpaired' else '.paired' end
      from devices where deleted_date is null
    union all
    select org_id, tpath, date_trunc('hour', at, 'UTC'), 'signIn'
      from audit where action = 'session.began' and at > now() - interval '400 days') found
 cross join unnest(string_to_array(rtrim(found.tpath, '.'), '.')) label
 group by 1, 2, 3, 4;
do $$
begin
  if (select coalesce(sum(c.count), 0) from node_counts c join nodes n on n.id = n.org_id and n.org_id = c.org_id
       where c.label = rtrim(n.tpath, '.') and c.kind like 'user.%') <> (select count(*) from users where deleted_date is null) then
    raise exception 'the counts of users do not match the users';
  end if;
end $$;
alter table nodes force row level security;
alter table users force row level security;
alter table devices force row level security;
alter table audit force row level security;
alter table node_counts force row level security;

create trigger new_users_are_counted after insert on users
  referencing new table as fresh for each statement execute function count_users_changed();
create trigger changed_users_are_counted after update on users for each row
  when (old.node_id is distinct from new.node_id
    or user_count_kind(old.status, old.last_active, old.deleted_date) is distinct from user_count_kind(new.status, new.last_active, new.deleted_date))
  execute function count_users_changed();
create trigger new_nodes_are_counted after insert on nodes
  referencing new table as fresh for each statement execute function count_nodes_changed();
create trigger changed_nodes_are_counted after update on nodes for each row
  when (node_count_kind(old.node_type, old.status, old.deleted_date) is distinct from node_count_kind(new.node_type, new.status, new.deleted_date))
  execute function count_nodes_changed();
create trigger moved_nodes_are_counted after update on nodes
  referencing old table as gone new table as fresh for each statement execute function count_nodes_moved();
create trigger new_devices_are_counted after insert on devices
  referencing new table as fresh for each statement execute function count_devices_changed();
create trigger changed_devices_are_counted after update on devices for each row
  when (old.node_id is distinct from new.node_id
    or device_count_kind(old.type, old.key_hash is not null, old.deleted_date) is distinct from device_count_kind(new.type, new.key_hash is not null, new.deleted_date))
  execute function count_devices_changed();
create trigger sign_ins_are_counted after insert on sessions
  referencing new table as fresh for each statement execute function count_sign_ins();

-- the newest nodes, the devices that have been silent longest, changes of settings that begin later, and entries about security
create index node_dates on nodes (org_id, created_date, id) where deleted_date is null;
create index device_contacts on devices (org_id, last_seen) include (tpath, type, node_id) where deleted_date is null and key_hash is not null;
create index setting_change_beginnings on setting_changes (org_id, begins) where withdrawn_date is null;
create index audit_security_events on audit (org_id, at desc) include (tpath, actor_id, action)
  where action in ('session.refused', 'session.reused', 'password.resetRefused', 'access.denied', 'access.unknownRecord', 'device.refused');
create index import_run_paths on import_runs (org_id, created_date desc, id desc);
grant select (tpath, type) on devices to :"definer";

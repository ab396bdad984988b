-- Devices of stores.

-- A device gets its key once, in exchange for a pairing code that is valid for minutes; both are stored hashed.
create table devices (
  id            uuid primary key,
  org_id        uuid not null,
  node_id       uuid not null,
  tpath         text collate "C" not null,
  name          text not null,
  name_norm     text collate "C" not null,
  type          text not null check (type in ('mobile', 'tablet')),
  address       text not null,
  serial        text not null,
  serial_norm   text collate "C" not null,
  pairing_hash  bytea,
  pairing_until timestamptz,
  key_hash      bytea,
  paired_date   timestamptz,
  last_seen     timestamptz,
  created_date  timestamptz not null,
  created_by    uuid,
  updated_date  timestamptz not null,
  updated_by    uuid,
  version       integer not null default 1,
  deleted_date  timestamptz,
  constraint "device.nodeOfTheSameTenant" foreign key (org_id, node_id, tpath) references nodes (org_id, id, tpath) on update cascade
);
create unique index "device.duplicate" on devices (org_id, serial_norm) where deleted_date is null;
create unique index "device.duplicateAddress" on devices (org_id, node_id, address) where deleted_date is null;
create index device_names on devices (org_id, node_id, name_norm, id) where deleted_date is null;
create unique index device_pairings on devices (pairing_hash) where pairing_hash is not null;
create unique index device_keys on devices (key_hash) where key_hash is not null;
-- a node that is moved takes its devices along, deleted ones included
create index device_nodes on devices (org_id, node_id);
-- devices are counted by range of paths
create index device_paths on devices (org_id, tpath) where deleted_date is null;
alter table devices enable row level security, force row level security;
create policy base on devices to :"app", :"definer" using (true) with check (true);
create policy org on devices as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
create policy sub on devices as restrictive to :"app"
  using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi()) then true else false end);
grant select, insert, update on devices to :"app";
grant select (id, org_id, node_id, key_hash, last_seen, deleted_date), update (last_seen) on devices to :"definer";

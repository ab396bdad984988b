-- The devices of the stores. A device gets its key once, by a code that is good for minutes; of both only the hash is kept.
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
select wall_in('devices', array['org', 'path']);
grant select, insert, update on devices to storeward_app;

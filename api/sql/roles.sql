-- Roles: what users may do, independent of where.

create table roles (
  id            uuid primary key,
  org_id        uuid not null references nodes (id),
  name          text not null,
  name_norm     text collate "C" not null,
  description   text not null default '',
  level         text not null check (level in ('GLOBAL', 'ORGANIZATION', 'COMPANY', 'TRADING_REGION', 'STORE_GROUP', 'SUB_STORE_GROUP', 'STORE')),
  status        boolean not null default true,
  access_rights text[] not null default '{}',
  created_date  timestamptz not null default now(),
  created_by    uuid,
  updated_date  timestamptz not null default now(),
  updated_by    uuid,
  version       integer not null default 1,
  deleted_date  timestamptz,
  unique (org_id, id)
);
create unique index "role.nameTaken" on roles (org_id, name_norm) where deleted_date is null;
create index role_levels on roles (org_id, level, name_norm) where deleted_date is null;
alter table roles enable row level security, force row level security;
create policy base on roles to :"app", :"definer" using (true) with check (true);
create policy org on roles as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select, insert, update on roles to :"app";
grant select on roles to :"definer";

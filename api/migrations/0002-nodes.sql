-- The tree of places, the organisations at its roots, and the host names and domains that lead to them.
create table nodes (
  id           uuid primary key,
  org_id       uuid not null,
  parent_id    uuid,
  tpath        text collate "C" not null,
  node_type    text not null check (node_type in ('GLOBAL', 'ORGANIZATION', 'COMPANY', 'TRADING_REGION', 'STORE_GROUP', 'SUB_STORE_GROUP', 'STORE')),
  name         text not null,
  name_norm    text collate "C" not null,
  code         text not null,
  code_norm    text collate "C" not null,
  search_text  text collate "C" not null,
  status       boolean not null default true,
  is_override  boolean not null default false,
  region       text[] not null default '{}',
  street       text,
  city         text,
  state        text,
  post_code    text,
  country      text,
  time_zone    text,
  created_date timestamptz not null default now(),
  created_by   uuid,
  updated_date timestamptz not null default now(),
  updated_by   uuid,
  version      integer not null default 1,
  deleted_date timestamptz,
  constraint "node.oneTree" foreign key (org_id, parent_id) references nodes (org_id, id),
  constraint "node.rootIsItsOwnTenant" check ((node_type in ('GLOBAL', 'ORGANIZATION')) = (parent_id is null)
    and (parent_id is not null or org_id = id)),
  unique (org_id, id),
  -- places that hold people and settings are referred to with their path, so that the two can never disagree
  unique (org_id, id, tpath)
);
create unique index node_one_global on nodes ((true)) where node_type = 'GLOBAL';
create unique index node_paths on nodes (org_id, tpath);
create unique index "node.codeTaken" on nodes (org_id, code_norm) where deleted_date is null;
create index node_children on nodes (org_id, parent_id, name_norm, id) where deleted_date is null;
create index node_stores on nodes (org_id, tpath) where node_type = 'STORE' and deleted_date is null;
create index node_search on nodes using gin (search_text gin_trgm_ops) where deleted_date is null;
select wall_in('nodes', array['org', 'path']);
grant select, insert, update on nodes to storeward_app;
grant select on nodes to storeward_definer;

create table organisations (
  org_id           uuid primary key references nodes (id),
  code             text not null,
  address          text not null default '',
  country          text not null default '',
  email_id         text not null default '',
  default_language text not null default 'en',
  api_key          text not null,
  constraint "organisation.codeTaken" unique (code)
);
select wall_in('organisations', array['org']);
grant select, insert, update on organisations to storeward_app;
grant select on organisations to storeward_definer;

-- The host names under which a portal is served; without port, in lower case.
create table portal_hosts (
  host    text collate "C" not null,
  org_id  uuid not null references organisations (org_id),
  is_url  boolean not null default false,
  constraint "organisation.urlTaken" primary key (host)
);
select wall_in('portal_hosts', array['org']);
grant select, insert, update, delete on portal_hosts to storeward_app;
grant select on portal_hosts to storeward_definer;

create table domains (
  org_id      uuid not null references organisations (org_id),
  domain_name text collate "C" not null,
  is_default  boolean not null default false,
  constraint "organisation.domainTaken" primary key (domain_name),
  unique (org_id, domain_name)
);
create unique index "organisation.oneDefaultDomain" on domains (org_id) where is_default;
select wall_in('domains', array['org']);
grant select, insert, update, delete on domains to storeward_app;
grant select on domains to storeward_definer;

-- Listed exception: which organisation's portal a host name leads to has to be known before anybody is somebody.
create function tenant_of_host(wanted text) returns uuid
  language sql stable security definer set search_path = public, pg_temp
  return (select org_id from portal_hosts where host = wanted);

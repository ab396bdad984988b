-- The tree of nodes. Each organisation is a tree of its own, and the platform is another.

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
  phone_number text not null default '',
  email_id     text not null default '',
  constraint "node.rootIsItsOwnTenant" check ((node_type in ('GLOBAL', 'ORGANIZATION')) = (parent_id is null)
    and (parent_id is not null or org_id = id)),
  constraint "node.oneTree" foreign key (org_id, parent_id) references nodes (org_id, id),
  unique (org_id, id),
  -- referenced with the path, so that the two always agree; the id comes first, since with the path last and the organisation first
  -- it was chosen for lookups by path and read as a whole
  unique (id, org_id, tpath)
);
create unique index "node.codeTaken" on nodes (org_id, code_norm) where deleted_date is null;
-- there is one platform
create unique index node_one_global on nodes ((true)) where node_type = 'GLOBAL';
create unique index node_paths on nodes (org_id, tpath);
create index node_children on nodes (org_id, parent_id, name_norm, id) where deleted_date is null;
create index node_stores on nodes (org_id, tpath) where node_type = 'STORE' and deleted_date is null;
create index node_search on nodes using gin (search_text gin_trgm_ops) where deleted_date is null;
-- nodes of one region only, which the other portal does not show together with everything below; few, often none
create index node_regions on nodes (org_id) where cardinality(region) = 1 and deleted_date is null;
-- disabled nodes: nothing below them can be selected
create index node_closed on nodes (org_id) where not status and deleted_date is null;
-- a search of the audit includes deleted nodes
create index node_gone on nodes (org_id) where deleted_date is not null;
-- an import may name a store by its name alone
create index node_names on nodes (org_id, name_norm) where deleted_date is null;
alter table nodes enable row level security, force row level security;
create policy base on nodes to :"app", :"definer" using (true) with check (true);
create policy org on nodes as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
create policy sub on nodes as restrictive to :"app"
  using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi()) then true else false end);
grant select, insert, update on nodes to :"app";
grant select, insert on nodes to :"definer";

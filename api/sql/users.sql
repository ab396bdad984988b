-- Users, their assignments, and the lists of users that they save.

-- tpath is the tree path of the node that the user is managed at, or of the organisation if there is none.
create table users (
  id                  uuid primary key,
  org_id              uuid not null references nodes (id),
  node_id             uuid,
  tpath               text collate "C" not null,
  user_name           text not null,
  user_name_norm      text collate "C" not null,
  domain_name         text collate "C" not null default '',
  first_name          text not null,
  last_name           text not null,
  name_norm           text collate "C" not null,
  email_id            text not null,
  email_norm          text collate "C" not null,
  search_text         text collate "C" not null,
  phone_number        text not null default '',
  language            text not null default 'en',
  time_zone           text not null default 'Europe/London',
  country             text not null default '',
  date_of_birth       date,
  communication_email boolean not null default false,
  communication_push  boolean not null default false,
  communication_sms   boolean not null default false,
  dashboard_access    text,
  short_name          text,
  profile_picture     text,
  status              boolean not null default true,
  password_hash       text,
  manual_password     boolean not null default false,
  -- when a temporary password expires; null if it does not
  temporary_until     timestamptz,
  secret_word_hash    text,
  pin_hash            text,
  reset_date          timestamptz,
  is_reset_token_used boolean,
  last_active         timestamptz not null default '-infinity',
  created_date        timestamptz not null default now(),
  created_by          uuid,
  updated_date        timestamptz not null default now(),
  updated_by          uuid,
  version             integer not null default 1,
  deleted_date        timestamptz,
  -- since when the user has agreed to sign in by face; nothing of the face itself is stored
  face_consent_date   timestamptz,
  constraint "user.nodeOfTheSameTenant" foreign key (org_id, node_id, tpath) references nodes (org_id, id, tpath) on update cascade,
  unique (org_id, id)
);
create unique index "user.userNameTaken" on users (org_id, user_name_norm, domain_name) where deleted_date is null;
create index user_names on users (org_id, name_norm, id) where deleted_date is null;
create index user_emails on users (org_id, email_norm, id) where deleted_date is null;
create index user_name_order on users (org_id, user_name_norm, id) where deleted_date is null;
create index user_activity on users (org_id, last_active, id) where deleted_date is null;
create index user_dates on users (org_id, created_date, id) where deleted_date is null;
create index user_nodes on users (org_id, node_id);
create index user_search on users using gin (search_text gin_trgm_ops) where deleted_date is null;
-- a search of the audit includes deleted users
create index user_gone on users (org_id) where deleted_date is not null;
-- users are counted by range of paths; the policy also reads the id, which the index includes
create index user_paths on users (org_id, tpath) include (id) where deleted_date is null;
-- the few disabled users
create index user_disabled on users (org_id, tpath) where deleted_date is null and not status;
alter table users enable row level security, force row level security;
create policy base on users to :"app", :"definer" using (true) with check (true);
create policy org on users as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
create policy sub on users as restrictive to :"app"
  using (case when (tpath >= (select scope_lo()) and tpath < (select scope_hi())) or id = (select scope_user()) then true else false end);
grant select, insert, update on users to :"app";
grant select, update (last_active) on users to :"definer";

-- A user's role at a node until a date. A session acts by one assignment at a time, by default the one with the lowest position.
create table assignments (
  id           uuid primary key,
  org_id       uuid not null,
  user_id      uuid not null,
  role_id      uuid not null,
  node_id      uuid,
  tpath        text collate "C" not null,
  position     integer not null default 0,
  until        timestamptz,
  created_date timestamptz not null default now(),
  created_by   uuid,
  constraint "assignment.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id),
  constraint "assignment.roleOfTheSameTenant" foreign key (org_id, role_id) references roles (org_id, id),
  constraint "assignment.nodeOfTheSameTenant" foreign key (org_id, node_id, tpath) references nodes (org_id, id, tpath) on update cascade,
  constraint "assignment.doubled" unique nulls not distinct (org_id, user_id, role_id, node_id)
);
create index assignment_nodes on assignments (org_id, node_id);
-- users of a role are counted by range of paths
create index assignment_role_paths on assignments (org_id, role_id, tpath);
alter table assignments enable row level security, force row level security;
create policy base on assignments to :"app", :"definer" using (true) with check (true);
create policy org on assignments as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
create policy sub on assignments as restrictive to :"app"
  using (case when (tpath >= (select scope_lo()) and tpath < (select scope_hi())) or user_id = (select scope_user()) then true else false end);
grant select, insert, update, delete on assignments to :"app";
grant select on assignments to :"definer";

-- Saved user lists: filters, order and columns. A list is private, or shared with users whose scope lies within its area.
create table user_views (
  id           uuid primary key,
  org_id       uuid not null,
  owner_id     uuid not null,
  node_id      uuid,
  area         text collate "C",
  name         text not null,
  name_norm    text collate "C" not null,
  shared       boolean not null,
  query        jsonb not null,
  columns      text[] not null,
  created_date timestamptz not null,
  created_by   uuid,
  updated_date timestamptz not null,
  updated_by   uuid,
  version      integer not null default 1,
  constraint "view.ownerOfTheSameTenant" foreign key (org_id, owner_id) references users (org_id, id),
  constraint "view.nodeOfTheSameTenant" foreign key (org_id, node_id, area) references nodes (org_id, id, tpath) on update cascade
);
create unique index "userView.nameTaken" on user_views (org_id, owner_id, name_norm);
create index user_view_areas on user_views (org_id, area) where shared;
create index user_view_nodes on user_views (org_id, node_id);
alter table user_views enable row level security, force row level security;
create policy base on user_views to :"app", :"definer" using (true) with check (true);
create policy org on user_views as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
create policy shared on user_views as restrictive to :"app"
  using (case when owner_id = (select scope_user()) or shared and (select scope_lo()) ^@ area then true else false end)
  with check (case when owner_id = (select scope_user()) or shared and (select scope_lo()) ^@ area then true else false end);
grant select, insert, update, delete on user_views to :"app";

-- The columns that a user has chosen for the list of users.
create table user_list_columns (
  org_id  uuid not null,
  user_id uuid not null,
  columns text[] not null,
  primary key (org_id, user_id),
  constraint "columns.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id)
);
alter table user_list_columns enable row level security, force row level security;
create policy base on user_list_columns to :"app", :"definer" using (true) with check (true);
create policy org on user_list_columns as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
create policy own on user_list_columns as restrictive to :"app"
  using (case when user_id = (select scope_user()) then true else false end);
grant select, insert, update, delete on user_list_columns to :"app";

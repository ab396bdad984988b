-- The people, and what role they hold where and until when.
create table users (
  id                  uuid primary key,
  org_id              uuid not null references nodes (id),
  node_id             uuid,
  -- where the user is managed from: the path of the root node, or of the organisation when there is none
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
  -- a password somebody was given is good until then; never ending where nothing stands here
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
  constraint "user.nodeOfTheSameTenant" foreign key (org_id, node_id, tpath) references nodes (org_id, id, tpath) on update cascade,
  unique (org_id, id)
);
create unique index "user.userNameTaken" on users (org_id, user_name_norm, domain_name) where deleted_date is null;
create index user_names on users (org_id, name_norm, id) where deleted_date is null;
create index user_emails on users (org_id, email_norm, id) where deleted_date is null;
create index user_name_order on users (org_id, user_name_norm, id) where deleted_date is null;
create index user_activity on users (org_id, last_active, id) where deleted_date is null;
create index user_dates on users (org_id, created_date, id) where deleted_date is null;
create index user_places on users (org_id, tpath) where deleted_date is null;
create index user_nodes on users (org_id, node_id);
create index user_search on users using gin (search_text gin_trgm_ops) where deleted_date is null;
select wall_in('users', array['org', 'path'], 'id');
grant select, insert, update on users to storeward_app;
grant select on users to storeward_definer;

-- (user, role, node, until): one acts at a time, the one with the lowest position first.
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
create index assignment_roles on assignments (org_id, role_id);
create index assignment_nodes on assignments (org_id, node_id);
select wall_in('assignments', array['org', 'path'], 'user_id');
grant select, insert, update, delete on assignments to storeward_app;
grant select on assignments to storeward_definer;

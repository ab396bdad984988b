-- Sessions, known devices and impersonations.

-- The row decides at every request; claims of a token are for display only.
create table sessions (
  id            uuid primary key,
  org_id        uuid not null,
  user_id       uuid not null,
  assignment_id uuid references assignments (id) on delete set null,
  -- hash of the cookie of the browser that the session began in; null for other clients
  binding       bytea,
  -- how often its tokens were renewed; a refresh token names the generation it belongs to
  generation    integer not null default 0,
  refreshed_at  timestamptz,
  address       text not null default '',
  device        text not null default '',
  created_date  timestamptz not null,
  last_activity timestamptz not null,
  expires_date  timestamptz not null,
  ended_date    timestamptz,
  constraint "session.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id)
);
create index session_users on sessions (org_id, user_id);
create index session_ends on sessions (expires_date);
alter table sessions enable row level security, force row level security;
create policy base on sessions to :"app", :"definer" using (true) with check (true);
create policy org on sessions as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select, insert, update (assignment_id, generation, refreshed_at, last_activity, ended_date) on sessions to :"app";
grant select, delete, update (last_activity) on sessions to :"definer";

-- From where a user has signed in before, hashed: a browser by its cookie, another client by its network and user agent.
create table known_devices (
  org_id      uuid not null,
  user_id     uuid not null,
  device_hash bytea not null,
  last_used   timestamptz not null,
  primary key (org_id, user_id, device_hash),
  constraint "device.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id)
);
create index known_device_hashes on known_devices (org_id, device_hash);
create index known_device_dates on known_devices (last_used);
alter table known_devices enable row level security, force row level security;
create policy base on known_devices to :"app", :"definer" using (true) with check (true);
create policy org on known_devices as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select, insert, update, delete on known_devices to :"app";
grant select, delete on known_devices to :"definer";

-- Impersonations: for a limited time a session sees the portal as another user and can change nothing.
create table impersonations (
  id           uuid primary key,
  -- the organisation of the impersonated user
  org_id       uuid not null,
  user_id      uuid not null,
  session_id   uuid not null references sessions (id) on delete cascade,
  viewer_id    uuid not null references users (id),
  reason       text not null,
  started_date timestamptz not null,
  until        timestamptz not null,
  ended_date   timestamptz,
  ended_how    text check (ended_how in ('stopped', 'signedOut', 'sessionOver', 'timeOver', 'personClosed', 'outOfReach')),
  -- the id of the audit entry of the end, chosen at the beginning so that the end is recorded at most once
  end_audit_id uuid not null unique,
  constraint "seeing.endedSomehow" check ((ended_date is null) = (ended_how is null)),
  constraint "seeing.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id)
);
-- a session has one impersonation at a time
create unique index "session.readOnly" on impersonations (session_id) where ended_date is null;
create index impersonation_ends on impersonations (until) where ended_date is null;
create index impersonation_users on impersonations (org_id, user_id);
create index impersonation_viewers on impersonations (viewer_id);
create index impersonation_sessions on impersonations (session_id);
alter table impersonations enable row level security, force row level security;
create policy base on impersonations to :"app", :"definer" using (true) with check (true);
create policy org on impersonations as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select, insert on impersonations to :"app";
grant select, update (ended_date, ended_how) on impersonations to :"definer";
create trigger session_ends_impersonation after update of ended_date on sessions
  for each row when (old.ended_date is null and new.ended_date is not null) execute function end_impersonation_with_session();

-- Who is signed in. The row decides on every request; what a token claims is only for show.
create table sessions (
  id            uuid primary key,
  org_id        uuid not null,
  user_id       uuid not null,
  assignment_id uuid references assignments (id) on delete set null,
  -- the cookie of the browser it began in, hashed; none where it did not begin in a browser
  binding       bytea,
  -- how often its tokens were renewed, and when last: the refresh token says which renewal it came from
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
select wall_in('sessions', array['org']);
-- whose session it is, where it began and what it is bound to is written once
grant select, insert, update (assignment_id, generation, refreshed_at, last_activity, ended_date) on sessions to storeward_app;
grant select, update (last_activity), delete on sessions to storeward_definer;

-- From where somebody has signed in before: a browser by its cookie, a program by its network and what it calls itself;
-- both hashed.
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
select wall_in('known_devices', array['org']);
grant select, insert, update, delete on known_devices to storeward_app;
grant select, delete on known_devices to storeward_definer;

-- Every change that carries a key is kept for a day, so that a repeat gets the same answer and does nothing twice.
create table repeated_requests (
  org_id       uuid not null references nodes (id),
  user_id      uuid not null,
  key          text not null check (length(key) <= 128),
  door         text not null,
  body_hash    bytea not null,
  status       integer not null,
  headers      jsonb not null default '{}',
  answer       text not null,
  created_date timestamptz not null default now(),
  primary key (org_id, user_id, key),
  -- a global user acts in other organisations than their own
  foreign key (user_id) references users (id)
);
create index repeated_request_dates on repeated_requests (created_date);
select wall_in('repeated_requests', array['org'], 'user_id');
grant select, insert, delete on repeated_requests to storeward_app;

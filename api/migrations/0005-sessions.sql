-- Who is signed in. The row decides on every request; what a token claims is only for show.
create table sessions (
  id            uuid primary key,
  org_id        uuid not null,
  user_id       uuid not null,
  assignment_id uuid references assignments (id) on delete set null,
  refresh_hash  bytea not null,
  address       text not null default '',
  device        text not null default '',
  created_date  timestamptz not null,
  last_activity timestamptz not null,
  expires_date  timestamptz not null,
  ended_date    timestamptz,
  constraint "session.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id)
);
create index session_users on sessions (org_id, user_id);
select wall_in('sessions', array['org']);
grant select, insert, update on sessions to storeward_app;
grant select, update on sessions to storeward_definer;

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

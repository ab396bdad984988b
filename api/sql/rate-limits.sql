-- Failed attempts, lockouts and rate limits.

-- Failed attempts per name as it was typed, whether such a user exists or not, over all endpoints that check a secret. A browser
-- that has signed in with the name before has a row of its own (device), so that strangers cannot lock it out, nor it itself
-- permanently.
create table failed_attempts (
  org_id               uuid not null references nodes (id),
  subject              bytea not null,
  device               bytea not null default '\x',
  -- since the last lock, and consecutive_failures since the last correct secret
  failures             integer not null default 0,
  consecutive_failures integer not null default 0,
  locked_until         timestamptz,
  last_failure         timestamptz not null,
  -- the user of that name, if there is one: for the list of locked users, and looked up in either case
  user_id              uuid,
  primary key (org_id, subject, device),
  constraint "attempt.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id)
);
create index failed_attempt_locks on failed_attempts (org_id, locked_until) where locked_until is not null;
alter table failed_attempts enable row level security, force row level security;
create policy base on failed_attempts to :"app", :"definer" using (true) with check (true);
create policy org on failed_attempts as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select, insert, update, delete on failed_attempts to :"app";
grant select, delete on failed_attempts to :"definer";

-- Failed attempts per IP address, over all portals. Contains no data of an organisation, hence no row-level security.
create table address_failures (
  address  text collate "C" primary key,
  failures integer not null,
  since    timestamptz not null
);
grant select, insert, update, delete on address_failures to :"app";
grant select, delete on address_failures to :"definer";

-- Counters of rate limits, under names that identify nobody. Contains no data of an organisation, hence no row-level security.
create table rate_limits (
  name  text collate "C" primary key,
  count integer not null,
  since timestamptz not null
);
grant select, insert, update on rate_limits to :"app";
grant delete, select (since) on rate_limits to :"definer";

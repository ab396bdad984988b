-- Idempotency keys.

-- Responses to changes with an idempotency key, kept for a day: a repeated request gets the same response and has no further
-- effect.
create table idempotency_keys (
  org_id       uuid not null references nodes (id),
  user_id      uuid not null references users (id),
  key          text not null check (length(key) <= 128),
  endpoint     text not null,
  body_hash    bytea not null,
  status       integer not null,
  headers      jsonb not null default '{}',
  response     text not null,
  created_date timestamptz not null default now(),
  primary key (org_id, user_id, key)
);
create index idempotency_key_dates on idempotency_keys (created_date);
alter table idempotency_keys enable row level security, force row level security;
create policy base on idempotency_keys to :"app", :"definer" using (true) with check (true);
create policy org on idempotency_keys as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
create policy own on idempotency_keys as restrictive to :"app"
  using (case when user_id = (select scope_user()) then true else false end);
grant select, insert, delete on idempotency_keys to :"app";
grant delete, select (created_date) on idempotency_keys to :"definer";

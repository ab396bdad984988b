-- Password recovery.

-- Tokens that set a password, hashed; a user has at most one valid token.
create table reset_tokens (
  org_id        uuid not null,
  user_id       uuid not null,
  token_hash    bytea not null,
  way           text not null check (way in ('mail', 'secretWord', 'administrator', 'invitation')),
  created_date  timestamptz not null,
  expires_date  timestamptz not null,
  used_date     timestamptz,
  replaced_date timestamptz,
  -- hash of the request that used the token: the same request, repeated after its response was lost, succeeds again
  request_hash  bytea,
  primary key (org_id, token_hash),
  constraint "reset.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id)
);
create unique index reset_token_live on reset_tokens (org_id, user_id) where used_date is null and replaced_date is null;
alter table reset_tokens enable row level security, force row level security;
create policy base on reset_tokens to :"app", :"definer" using (true) with check (true);
create policy org on reset_tokens as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select, insert, update on reset_tokens to :"app";
grant delete, select (org_id, user_id, token_hash, created_date, expires_date, used_date, replaced_date) on reset_tokens to :"definer";

-- Password recoveries begun with an address, whether such a user exists or not: what was typed, and the browser it was typed in.
create table recovery_flows (
  org_id         uuid not null references nodes (id),
  flow_hash      bytea not null,
  cookie_hash    bytea,
  email_norm     text collate "C" not null,
  user_name_norm text collate "C",
  domain_name    text collate "C" not null,
  created_date   timestamptz not null,
  sent_date      timestamptz,
  primary key (org_id, flow_hash)
);
-- expired recoveries, which every new one deletes a few of
create index recovery_flow_dates on recovery_flows (created_date);
alter table recovery_flows enable row level security, force row level security;
create policy base on recovery_flows to :"app", :"definer" using (true) with check (true);
create policy org on recovery_flows as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select, insert, update on recovery_flows to :"app";
grant delete, select (org_id, flow_hash, created_date), update (sent_date) on recovery_flows to :"definer";

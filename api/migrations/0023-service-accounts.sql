-- Service accounts: machines that act with a role at a node by an API key, of which only the hash is stored.
create table service_accounts (
  id              uuid primary key,
  org_id          uuid not null references nodes (id),
  node_id         uuid not null,
  tpath           text collate "C" not null,
  role_id         uuid not null,
  name            text not null,
  name_norm       text collate "C" not null,
  -- addresses and networks (CIDR) that it may be used from; empty for any
  networks        text[] not null default '{}',
  -- the first characters of the key, by which it is found
  prefix          text collate "C" not null unique,
  key_hash        bytea not null,
  until           timestamptz not null,
  last_used       timestamptz,
  last_address    text,
  -- from where it was used before, the newest last
  known_addresses text[] not null default '{}',
  -- who made the present key
  maker_id        uuid not null,
  -- the key before the last rotation; it is also valid until then
  old_prefix      text collate "C" unique,
  old_key_hash    bytea,
  old_until       timestamptz,
  old_last_used   timestamptz,
  created_date    timestamptz not null,
  created_by      uuid,
  updated_date    timestamptz not null,
  updated_by      uuid,
  version         integer not null default 1,
  revoked_date    timestamptz,
  constraint "apiKey.nodeOfTheSameTenant" foreign key (org_id, node_id, tpath) references nodes (org_id, id, tpath) on update cascade,
  constraint "apiKey.roleOfTheSameTenant" foreign key (org_id, role_id) references roles (org_id, id)
);
create index service_account_names on service_accounts (org_id, name_norm, id);
-- a node that is moved takes its service accounts along
create index service_account_nodes on service_accounts (org_id, node_id);
create index service_account_roles on service_accounts (org_id, role_id);
alter table service_accounts enable row level security, force row level security;
create policy base on service_accounts to :"app", :"definer" using (true) with check (true);
create policy org on service_accounts as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
create policy sub on service_accounts as restrictive to :"app"
  using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi())
  and not tpath ^@ any ((select scope_hidden())::text[]) then true else false end);
grant select, insert, update on service_accounts to :"app";
grant select, update (last_used, last_address, known_addresses, old_last_used) on service_accounts to :"definer";

-- the stored responses of a service account are its own, like those of a user
alter table idempotency_keys drop constraint idempotency_keys_user_id_fkey;

-- Webhooks and their messages.

-- A webhook belongs to a node and receives the changes that affect the stores below. Its secret is encrypted with the
-- organisation's key; the previous secret stays valid for a day.
create table webhooks (
  id             uuid primary key,
  org_id         uuid not null,
  node_id        uuid not null,
  tpath          text collate "C" not null,
  description    text not null,
  url            text not null,
  sections       text[],
  status         boolean not null default true,
  secret_key     uuid not null,
  secret         text not null,
  old_secret_key uuid,
  old_secret     text,
  old_until      timestamptz,
  failing_since  timestamptz,
  disabled_date  timestamptz,
  created_date   timestamptz not null,
  created_by     uuid,
  updated_date   timestamptz not null,
  updated_by     uuid,
  version        integer not null default 1,
  constraint "webhook.keyOfTheSameTenant" foreign key (org_id, secret_key) references secret_keys (org_id, id),
  constraint "webhook.oldKeyOfTheSameTenant" foreign key (org_id, old_secret_key) references secret_keys (org_id, id),
  constraint "webhook.nodeOfTheSameTenant" foreign key (org_id, node_id, tpath) references nodes (org_id, id, tpath) on update cascade,
  unique (org_id, id, tpath)
);
create index webhook_nodes on webhooks (org_id, node_id);
alter table webhooks enable row level security, force row level security;
create policy base on webhooks to :"app", :"definer" using (true) with check (true);
create policy org on webhooks as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
create policy sub on webhooks as restrictive to :"app"
  using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi()) then true else false end);
grant select, insert, update, delete on webhooks to :"app";
grant select, update (status, failing_since, disabled_date, updated_date, updated_by, version) on webhooks to :"definer";

-- Messages of webhooks, exactly as they are signed, and their delivery.
create table webhook_messages (
  id              uuid primary key,
  org_id          uuid not null,
  webhook_id      uuid not null,
  tpath           text collate "C" not null,
  body            text not null,
  created_date    timestamptz not null,
  expires_date    timestamptz not null,
  tries           integer not null default 0,
  next_try        timestamptz,
  claimed_until   timestamptz,
  last_try        timestamptz,
  sent_date       timestamptz,
  response_status integer,
  error           text,
  duration_ms     integer,
  constraint "webhook.messageOfTheSameTenant" foreign key (org_id, webhook_id, tpath)
    references webhooks (org_id, id, tpath) on update cascade on delete cascade
);
create index webhook_message_queue on webhook_messages (next_try) where next_try is not null;
create index webhook_message_order on webhook_messages (webhook_id, next_try, created_date, id) where next_try is not null;
create index webhook_messages_claimed on webhook_messages (webhook_id, claimed_until) where claimed_until is not null;
create index webhook_message_lists on webhook_messages (org_id, webhook_id, created_date);
create index webhook_message_ends on webhook_messages (created_date) where next_try is null;
alter table webhook_messages enable row level security, force row level security;
create policy base on webhook_messages to :"app", :"definer" using (true) with check (true);
create policy org on webhook_messages as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
create policy sub on webhook_messages as restrictive to :"app"
  using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi()) then true else false end);
grant select, insert, update on webhook_messages to :"app";
grant select, update, delete on webhook_messages to :"definer";

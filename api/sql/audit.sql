-- The audit and its hash chain.

-- Who changed what, written in the transaction of the change. Rows are never changed or deleted.
create table audit (
  id         uuid primary key,
  org_id     uuid not null references nodes (id),
  tpath      text collate "C" not null,
  at         timestamptz not null default now(),
  actor_id   uuid,
  session_id uuid,
  address    text not null default '',
  action     text not null,
  entity     text not null,
  entity_id  uuid not null,
  before     jsonb,
  after      jsonb,
  reason     text,
  run_id     uuid
);
create index audit_paths on audit (org_id, at desc, id desc);
-- the history of one record, newest first
create index audit_entities on audit (org_id, entity_id, at desc, id desc);
create index audit_actors on audit (org_id, actor_id, at desc, id desc);
create index audit_entity_kinds on audit (org_id, entity, at desc, id desc);
alter table audit enable row level security, force row level security;
create policy base on audit to :"app", :"definer" using (true) with check (true);
create policy org on audit as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
create policy sub on audit as restrictive to :"app"
  using (case when (tpath >= (select scope_lo()) and tpath < (select scope_hi())) or actor_id = (select scope_user()) then true else false end);
grant select, insert on audit to :"app";
grant select, insert on audit to :"definer";

-- The hash chain of each organisation: the hash of an entry covers the entry and the hash before it. Computed shortly after the
-- change, since otherwise all changes of an organisation would wait for each other.
create table audit_chain (
  org_id   uuid not null references nodes (id),
  position bigint not null,
  audit_id uuid not null references audit (id) unique,
  hash     bytea not null,
  primary key (org_id, position)
);
alter table audit_chain enable row level security, force row level security;
create policy base on audit_chain to :"app", :"definer" using (true) with check (true);
create policy org on audit_chain as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select on audit_chain to :"app";
grant select, insert on audit_chain to :"definer";

-- The queue of audit entries that are not in the hash chain yet. Filled by a trigger; without a foreign key, whose check was slow
-- on a fresh audit.
create table audit_chain_queue (
  audit_id uuid primary key,
  org_id   uuid not null references nodes (id),
  at       timestamptz not null
);
-- the queue is read in this order, without a sort after many changes at once
create index audit_chain_queue_order on audit_chain_queue (at, audit_id);
alter table audit_chain_queue enable row level security, force row level security;
create policy base on audit_chain_queue to :"app", :"definer" using (true) with check (true);
create policy org on audit_chain_queue as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select on audit_chain_queue to :"app";
grant select, insert, delete on audit_chain_queue to :"definer";
create trigger audit_entries_are_queued after insert on audit
  referencing new table as fresh for each statement execute function queue_audit_entries();

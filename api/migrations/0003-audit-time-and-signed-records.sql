-- The database alone sets the time of an audit entry: nobody may insert a value for it.
alter table audit alter column at set default clock();
revoke insert on audit from :"app", :"definer";
grant insert (id, org_id, tpath, actor_id, session_id, address, action, entity, entity_id, before, after, reason, run_id) on audit
  to :"app", :"definer";
-- by the retention rule only
grant delete on audit, audit_chain to :"definer";

-- How the hash of an entry is computed. The version and the hash of an entry never change.
alter table audit_chain add column version integer not null default 1;

-- Signed records of what was removed from a hash chain and why. They outlive their organisation, hence no foreign key.
create table audit_gaps (
  id     bigint generated always as identity primary key,
  org_id uuid not null,
  record jsonb not null
);
create index audit_gap_organisations on audit_gaps (org_id, id);
alter table audit_gaps enable row level security, force row level security;
create policy base on audit_gaps to :"app", :"definer" using (true) with check (true);
create policy org on audit_gaps as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select on audit_gaps to :"app";
grant select, insert on audit_gaps to :"definer";

-- How far each organisation's hash chain was verified and signed, for the screen. The proof is the copy outside the database.
create table audit_status (
  org_id            uuid primary key references nodes (id),
  verified_position bigint,
  verified_date     timestamptz,
  faults            integer not null default 0,
  anchor            jsonb,
  anchored_date     timestamptz
);
alter table audit_status enable row level security, force row level security;
create policy base on audit_status to :"app", :"definer" using (true) with check (true);
create policy org on audit_status as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select on audit_status to :"app";
grant select, insert, update on audit_status to :"definer";

-- Denials that are counted instead of written one by one: one row per action, record and client network for an hour.
create table audit_denials (
  org_id   uuid not null references nodes (id),
  name     text collate "C" not null,
  since    timestamptz not null,
  count    integer not null,
  -- of those counted, how many are audit entries of their own
  written  integer not null,
  event    jsonb not null,
  primary key (org_id, name)
);
create index audit_denial_times on audit_denials (since);
alter table audit_denials enable row level security, force row level security;
create policy base on audit_denials to :"app", :"definer" using (true) with check (true);
create policy org on audit_denials as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select on audit_denials to :"app";
grant select, insert, update, delete on audit_denials to :"definer";

-- the entries of a run, newest first
create index audit_runs on audit (org_id, run_id, at desc, id desc) where run_id is not null;

drop function if exists verify_audit();
drop function if exists audit_chain_status();

-- Who changed what, written in the same transaction as the change. Rows are added, never touched.
create table audit (
  id          uuid primary key,
  org_id      uuid not null references nodes (id),
  tpath       text collate "C" not null,
  at          timestamptz not null default now(),
  actor_id    uuid,
  session_id  uuid,
  address     text not null default '',
  action      text not null,
  entity      text not null,
  entity_id   uuid not null,
  before      jsonb,
  after       jsonb,
  reason      text,
  run_id      uuid
);
create index audit_entities on audit (org_id, entity, entity_id, at);
create index audit_times on audit (org_id, at);
-- whoever stands nowhere in the tree still leaves a mark of what they did themselves
select wall_in('audit', array['org', 'path'], 'actor_id');
grant select, insert on audit to storeward_app;
grant select on audit to storeward_definer;

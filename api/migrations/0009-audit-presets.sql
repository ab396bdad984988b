-- where a hash chain was found broken first
alter table audit_status add column first_fault bigint;

-- the rare actions that readers look for among all others
create index audit_rare_actions on audit (org_id, at desc, id desc)
  where action in ('access.denied', 'access.unknownRecord', 'user.exported', 'node.exported', 'setting.exported', 'audit.exported');

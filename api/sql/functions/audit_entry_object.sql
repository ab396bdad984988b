-- An audit entry as a JSON object, for exports and verification outside the database.
create or replace function audit_entry_object(entry audit) returns jsonb
  language plpgsql stable set timezone = 'UTC' set datestyle = 'ISO' set extra_float_digits = 1 as $$
begin
  return jsonb_build_object('id', entry.id, 'orgId', entry.org_id, 'path', entry.tpath, 'at', entry.at, 'actorId', entry.actor_id,
    'sessionId', entry.session_id, 'address', entry.address, 'action', entry.action, 'entity', entry.entity, 'entityId', entry.entity_id,
    'before', entry.before, 'after', entry.after, 'reason', entry.reason, 'runId', entry.run_id);
end $$;

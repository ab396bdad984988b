-- The canonical form of an audit entry, over which its hash is computed. Never change it: every chain would fail verification.
create or replace function audit_canonical_form(entry audit) returns bytea
  language plpgsql stable set timezone = 'UTC' set datestyle = 'ISO' set extra_float_digits = 1 as $$
begin
  return convert_to(jsonb_build_array(entry.id, entry.org_id, entry.tpath, entry.at, entry.actor_id, entry.session_id, entry.address,
    entry.action, entry.entity, entry.entity_id, entry.before, entry.after, entry.reason, entry.run_id)::text, 'UTF8');
end $$;

-- The hash of an audit entry in its chain, over the hash before it and the entry; null for a version that this release does not
-- know. A version never changes: every chain would fail verification.
create or replace function audit_hash(p_version int, p_previous bytea, entry audit) returns bytea
  language plpgsql stable as $$
begin
  return case p_version when 1 then sha256(p_previous || audit_canonical_form(entry)) end;
end $$;

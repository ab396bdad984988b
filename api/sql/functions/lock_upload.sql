-- Locks a file of the scope's organisation until the end of the transaction, so that no record begins to use it, and tells whether one
-- uses it, also one that the actor may not see.
create or replace function lock_upload(p_id uuid) returns table (address text, name text, type text, bytes int, created_by uuid, used boolean)
  language plpgsql volatile security definer rows 1 as $$
begin
  perform from uploads u where u.org_id = scope_org() and u.id = p_id for update;
  return query select u.address, u.name, u.type, u.bytes, u.created_by,
      exists (select from file_uses f where f.org_id = u.org_id and f.address = u.address)
    from uploads u where u.org_id = scope_org() and u.id = p_id;
end $$;

-- Transfers an upload of the actor's organisation to a newly created one; false if the actor's organisation has no such upload.
create or replace function transfer_upload(p_address text, p_to uuid) returns boolean
  language plpgsql volatile security definer as $$
begin
  update uploads set org_id = p_to where org_id = scope_org() and address = p_address;
  return found;
end $$;

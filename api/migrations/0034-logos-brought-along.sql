-- hand_upload: a picture that somebody of the organisation at hand has uploaded belongs to another one from now on, which is being
-- made with it; false where nobody here has uploaded it. It is looked for there as everything that is uploaded.
create function hand_upload(p_address text, p_to uuid) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update uploads set org_id = p_to where org_id = scope_org() and address = p_address;
  return found;
end $$;
alter function hand_upload(text, uuid) owner to storeward_definer;
revoke execute on function hand_upload(text, uuid) from public;
grant execute on function hand_upload(text, uuid) to storeward_app;

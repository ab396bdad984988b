-- Deletes the records of unused uploads of any organisation, once their files are deleted.
create or replace function delete_unused_uploads(p_orgs uuid[], p_addresses text[]) returns void
  language plpgsql volatile security definer as $$
begin
  delete from uploads u using unnest(p_orgs, p_addresses) gone(org_id, address)
   where u.org_id = gone.org_id and u.address = gone.address;
end $$;

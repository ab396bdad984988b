-- Uploads that a record uses have no deletion date.
create or replace function keep_used_uploads() returns trigger
  language plpgsql security definer as $$
begin
  update uploads u set deletion_date = null from fresh f
   where u.org_id = f.org_id and u.address = f.address and u.deletion_date is not null;
  return null;
end $$;

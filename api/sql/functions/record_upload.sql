-- Records an upload; false if the organisation's quota is exceeded. Uploads of an organisation are serialised, so that two cannot
-- take the same space.
create or replace function record_upload(p_org uuid, p_address text, p_bytes int, p_most bigint) returns boolean
  language plpgsql volatile security definer as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('uploads ' || p_org, 0));
  if (select coalesce(sum(u.bytes), 0) + p_bytes > p_most from uploads u where u.org_id = p_org) then return false; end if;
  insert into uploads (org_id, address, bytes, created_date, next_check_date)
  values (p_org, p_address, p_bytes, clock(), clock() + interval '1 day');
  return true;
end $$;

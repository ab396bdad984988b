-- Records an upload, which is deleted after 30 days unless a record uses it; false if the organisation's quota is exceeded. Uploads of
-- an organisation are serialised, so that two cannot take the same space.
create or replace function add_upload(p_org uuid, p_upload jsonb, p_most bigint) returns boolean
  language plpgsql volatile security definer as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('uploads ' || p_org, 0));
  if (select coalesce(sum(u.bytes), 0) + (p_upload ->> 'bytes')::int > p_most from uploads u where u.org_id = p_org) then return false; end if;
  insert into uploads (org_id, address, bytes, type, name, search_text, width, height, duration, created_by, created_date, deletion_date)
  select p_org, x.address, x.bytes, x.type, x.name, x."searchText", x.width, x.height, x.duration, x."createdBy", clock(), clock() + interval '30 days'
    from jsonb_to_record(p_upload) x(address text, bytes int, type text, name text, "searchText" text, width int, height int, duration int, "createdBy" uuid);
  return true;
end $$;

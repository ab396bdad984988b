-- Records the images that a product uses; a deleted one uses none.
create or replace function use_files_of_product() returns trigger
  language plpgsql security definer as $$
begin
  perform replace_file_uses(new.org_id, 'product', new.id::text,
    case when new.deleted_date is null then array_to_string(new.image_urls, ' ') else '' end);
  return null;
end $$;

-- What a stored file is, for the media library and the rules for pictures: its type, the name that it was uploaded with, who uploaded
-- it, its size in pixels and the length of a video in milliseconds. Of earlier files only the type is known: all are WebP images.
alter table uploads
  add column type text not null default 'image/webp',
  add column name text not null default '',
  add column width integer,
  add column height integer,
  add column duration integer,
  add column created_by uuid;
alter table uploads alter column type drop default;
create index uploads_of_organisation on uploads (org_id, created_date desc, address);
drop function if exists record_upload(uuid, text, int, bigint);

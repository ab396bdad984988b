-- The media library addresses files by an id and finds them by the words of their names.
alter table uploads
  add column id uuid not null default gen_random_uuid(),
  add column search_text text not null default '';
create unique index upload_ids on uploads (id);
alter table uploads no force row level security;
update uploads set search_text = ' ' || lower(name) where name <> '';
do $$
begin
  if exists (select from uploads where name <> '' and search_text = '') then raise exception 'uploads without search text'; end if;
end $$;
alter table uploads force row level security;

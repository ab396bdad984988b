-- Uploaded files.

-- Stored files: the space that an organisation uses, and which files can be deleted because nothing refers to them. A file that a
-- setting value refers to stays, since every value can be restored.
create table uploads (
  org_id          uuid not null,
  address         text collate "C" not null,
  bytes           integer not null,
  created_date    timestamptz not null,
  -- when its use is checked next; null once a value refers to it
  next_check_date timestamptz,
  primary key (org_id, address)
);
create index uploads_next_check on uploads (next_check_date) where next_check_date is not null;
alter table uploads enable row level security, force row level security;
create policy base on uploads to :"app", :"definer" using (true) with check (true);
create policy org on uploads as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select on uploads to :"app";
grant select, insert, update, delete on uploads to :"definer";

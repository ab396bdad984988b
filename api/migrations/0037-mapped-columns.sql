-- Files of other systems have headings of their own: somebody says which column is which of ours, the import goes by that,
-- and the next file with the same headings is taken the same way.
alter table import_runs add column mapping text[];

-- What somebody chose for files with these headings. They are told apart by a mark over them, since they may be long.
create table import_mappings (
  org_id     uuid not null,
  user_id    uuid not null,
  kind       text not null,
  mark       bytea not null,
  headings   text[] not null,
  columns    text[] not null,
  used_date  timestamptz not null,
  primary key (org_id, user_id, kind, mark),
  constraint "mapping.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id)
);
select wall_in('import_mappings', array['org'], 'user_id');
grant select, insert, update, delete on import_mappings to storeward_app;

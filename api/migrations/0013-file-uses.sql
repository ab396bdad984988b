-- Which record uses which stored file. Triggers write the rows in the transaction of the record, so that no way of writing one can
-- leave them out; the foreign key keeps the file as long as a row names it.
create table file_uses (
  org_id    uuid not null,
  address   text collate "C" not null,
  kind      text not null check (kind in ('setting', 'draft', 'product', 'import')),
  -- the id of the setting value, product or import run; of a draft its key
  record    text collate "C" not null,
  primary key (org_id, address, kind, record),
  constraint "file.addressInvalid" foreign key (org_id, address) references uploads (org_id, address)
);
create index file_use_records on file_uses (org_id, kind, record);
alter table file_uses enable row level security;
create policy base on file_uses to :"app", :"definer" using (true) with check (true);
create policy org on file_uses as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select on file_uses to :"app";
grant select, insert, delete on file_uses to :"definer";

alter table uploads rename next_check_date to deletion_date;
alter index uploads_next_check rename to uploads_deletion;

-- the uses of today's records; one that is in use has no deletion date, any other has it 30 days from now
alter table uploads no force row level security;
alter table setting_values no force row level security;
alter table setting_drafts no force row level security;
alter table products no force row level security;
alter table import_runs no force row level security;
alter table import_rows no force row level security;
insert into file_uses (org_id, address, kind, record)
select distinct u.org_id, u.address, named.kind, named.record
  from (
    select org_id, 'setting' as kind, id::text as record, value::text as content from setting_values where value::text like '%/files/%'
    union all
    select org_id, 'draft', concat_ws(' ', node_id, section, updated_by), draft::text from setting_drafts where draft::text like '%/files/%'
    union all
    select org_id, 'product', id::text, array_to_string(image_urls, ' ') from products where image_urls <> '{}' and deleted_date is null
    union all
    select org_id, 'import', id::text, task::text from import_runs where rows_until is not null and task::text like '%/files/%'
    union all
    select org_id, 'import', run_id::text, concat_ws(' ', array_to_string(cells, ' '), before::text) from import_rows
     where concat_ws(' ', array_to_string(cells, ' '), before::text) like '%/files/%') named,
  regexp_matches(named.content, '/files/[\w/-]+\.[a-z0-9]+', 'g') hit
  join uploads u on u.address = hit[1]
 where u.org_id = named.org_id;
update uploads u set deletion_date = case
  when exists (select from file_uses f where f.org_id = u.org_id and f.address = u.address) then null else now() + interval '30 days' end;
do $$
begin
  if exists (select from uploads u where (u.deletion_date is null) <>
      exists (select from file_uses f where f.org_id = u.org_id and f.address = u.address)) then
    raise exception 'the deletion dates of uploads do not match their uses';
  end if;
end $$;
alter table uploads force row level security;
alter table setting_values force row level security;
alter table setting_drafts force row level security;
alter table products force row level security;
alter table import_runs force row level security;
alter table import_rows force row level security;
alter table file_uses force row level security;

create trigger file_uses_keep_uploads after insert on file_uses
  referencing new table as fresh for each statement execute function keep_used_uploads();
create trigger file_uses_release_uploads after delete on file_uses
  referencing old table as gone for each statement execute function release_unused_uploads();
-- values are never deleted, so that each can be restored
create trigger setting_values_use_files after insert on setting_values
  for each row when (new.value::text like '%/files/%') execute function use_files_of_setting();
create trigger setting_drafts_use_files after insert or update on setting_drafts
  for each row execute function use_files_of_draft();
create trigger setting_drafts_release_files after delete on setting_drafts
  for each row execute function use_files_of_draft();
create trigger products_use_files after insert on products
  for each row when (new.image_urls <> '{}') execute function use_files_of_product();
create trigger products_change_files after update on products
  for each row when (old.image_urls <> new.image_urls or (old.deleted_date is null) <> (new.deleted_date is null))
  execute function use_files_of_product();
create trigger import_runs_use_files after insert on import_runs
  for each row when (new.task::text like '%/files/%') execute function use_files_of_run();
create trigger import_runs_release_files after update on import_runs
  for each row when (old.rows_until is not null and new.rows_until is null) execute function release_files_of_run();
create trigger deleted_import_runs_release_files after delete on import_runs
  for each row execute function release_files_of_run();
create trigger import_rows_use_files after insert on import_rows
  for each row when (array_to_string(new.cells, ' ') like '%/files/%') execute function use_files_of_row();
create trigger import_rows_keep_earlier_files after update on import_rows
  for each row when (new.before is distinct from old.before and new.before::text like '%/files/%') execute function use_files_of_row();

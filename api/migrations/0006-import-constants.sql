-- Values that hold for all rows of a file, by column, and the number of rows that the server added to it.
alter table import_runs
  add column constants jsonb,
  add column derived integer not null default 0;
-- Values that the server found for a row besides its cells, by column; a row that it added, with a negative number, has only these.
alter table import_rows add column derived jsonb;
alter table import_mappings add column constants jsonb;

-- Imports of files and bulk changes, which run in the background.

-- An uploaded file is split into rows at once. Each step then writes its rows, their outcomes and the position in one
-- transaction, so that a crash loses one step at most.
create table import_runs (
  id              uuid primary key,
  org_id          uuid not null,
  -- the scope of the user at the upload: the import reaches no further, also if another user starts or undoes it
  node_id         uuid not null,
  tpath           text collate "C" not null,
  kind            text not null,
  user_id         uuid not null,
  assignment_id   uuid not null,
  session_id      uuid not null,
  host            text not null,
  address         text not null,
  file_name       text not null,
  columns         text[] not null,
  unknown_columns text[] not null,
  state           text not null check (state in ('checking', 'ready', 'running', 'stopped', 'failed', 'done', 'undoing', 'undone')),
  checked         boolean not null default false,
  -- an import whose undo has begun cannot be resumed
  undo_begun      boolean not null default false,
  row_count       integer not null,
  -- rows that the current step still has to process, and has processed
  to_do           integer not null,
  done            integer not null default 0,
  -- the last row processed, in the order of processing
  cursor_rank     integer,
  cursor_row      integer,
  created         integer not null default 0,
  updated         integer not null default 0,
  unchanged       integer not null default 0,
  wrong           integer not null default 0,
  undone          integer not null default 0,
  kept            integer not null default 0,
  fault           text,
  tries           integer not null default 0,
  next_try        timestamptz not null,
  rows_until      timestamptz,
  created_date    timestamptz not null,
  created_by      uuid not null,
  updated_date    timestamptz not null,
  updated_by      uuid not null,
  version         integer not null default 1,
  -- the request of a bulk change, which has no file: the server makes its rows
  task            jsonb,
  mapping         text[],
  constraint "import.placeOfTheSameTenant" foreign key (org_id, node_id, tpath) references nodes (org_id, id, tpath) on update cascade,
  unique (org_id, id)
);
create index import_run_dates on import_runs (org_id, kind, created_date desc, id desc);
create index import_run_nodes on import_runs (org_id, node_id);
create index import_runs_active on import_runs (next_try) where state in ('checking', 'running', 'undoing');
create index import_run_rows_until on import_runs (rows_until) where rows_until is not null;
alter table import_runs enable row level security, force row level security;
create policy base on import_runs to :"app", :"definer" using (true) with check (true);
create policy org on import_runs as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
create policy sub on import_runs as restrictive to :"app"
  using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi()) then true else false end);
grant select, insert, update, delete on import_runs to :"app";
grant select, update on import_runs to :"definer";

create table import_rows (
  run_id     uuid not null,
  org_id     uuid not null,
  row        integer not null,
  cells      text[] not null,
  -- the order of processing, the key of the row in its file, and the key of the row it depends on
  rank       integer not null,
  key        text collate "C" not null,
  depends_on text collate "C" not null,
  outcome    text check (outcome in ('created', 'updated', 'unchanged', 'wrong')),
  errors     jsonb,
  -- the record, the versions in which it was checked and written, and its state before
  entity_id  uuid,
  version    integer,
  exclusive  boolean not null default false,
  before     jsonb,
  written    boolean not null default false,
  undone     text check (undone in ('undone', 'kept')),
  primary key (run_id, "row"),
  constraint "import.rowOfItsRun" foreign key (org_id, run_id) references import_runs (org_id, id) on delete cascade
);
create index import_rows_order on import_rows (run_id, rank, "row");
create index import_rows_keys on import_rows (run_id, key);
create index import_rows_outcomes on import_rows (run_id, outcome, "row");
create index import_rows_kept on import_rows (run_id, "row") where undone = 'kept';
alter table import_rows enable row level security, force row level security;
create policy base on import_rows to :"app", :"definer" using (true) with check (true);
create policy org on import_rows as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
-- visible with the run they belong to
create policy run on import_rows as restrictive to :"app"
  using (run_id in (select id from import_runs)) with check (run_id in (select id from import_runs));
grant select, insert, update, delete on import_rows to :"app";
grant select, delete on import_rows to :"definer";

-- Which column of a file is which of ours, as chosen by a user for files with these headings. mark is a hash of the headings,
-- which may be long.
create table import_mappings (
  org_id        uuid not null,
  user_id       uuid not null,
  kind          text not null,
  headings_hash bytea not null,
  headings      text[] not null,
  columns       text[] not null,
  used_date     timestamptz not null,
  primary key (org_id, user_id, kind, headings_hash),
  constraint "mapping.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id)
);
alter table import_mappings enable row level security, force row level security;
create policy base on import_mappings to :"app", :"definer" using (true) with check (true);
create policy org on import_mappings as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
create policy own on import_mappings as restrictive to :"app"
  using (case when user_id = (select scope_user()) then true else false end);
grant select, insert, update, delete on import_mappings to :"app";

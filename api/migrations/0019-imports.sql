-- Files that are imported: each is taken apart into its rows at once, and from then on worked off in steps, each of which
-- writes its rows, what became of them and how far it came in one transaction. Whoever is killed has lost a step at most.
create table import_runs (
  id              uuid primary key,
  org_id          uuid not null,
  -- where whoever uploaded it stood: the import reaches no further, whoever starts it or takes it back
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
  -- once an import is being taken back, it does not go forward any more
  undo_begun      boolean not null default false,
  row_count       integer not null,
  -- how many rows the present step has before it, and behind it
  to_do           integer not null,
  done            integer not null default 0,
  -- the last row worked off, in the order of the work
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
  unique (org_id, id),
  constraint "import.placeOfTheSameTenant" foreign key (org_id, node_id, tpath) references nodes (org_id, id, tpath) on update cascade
);
create index import_run_dates on import_runs (org_id, kind, created_date desc, id desc);
create index import_run_nodes on import_runs (org_id, node_id);
create index import_runs_moving on import_runs (next_try) where state in ('checking', 'running', 'undoing');
create index import_run_rows_until on import_runs (rows_until) where rows_until is not null;
select wall_in('import_runs', array['org', 'path']);
grant select, insert, update, delete on import_runs to storeward_app;
grant select, update on import_runs to storeward_definer;

create table import_rows (
  run_id    uuid not null,
  org_id    uuid not null,
  row       integer not null,
  cells     text[] not null,
  -- the order of the work, what the row is known by in its file, and the row that has to come before it
  rank      integer not null,
  key       text collate "C" not null,
  leans_on  text collate "C" not null,
  outcome   text check (outcome in ('created', 'updated', 'unchanged', 'wrong')),
  faults    jsonb,
  -- what the row is about, in which version it was checked and written, and what stood there before
  entity_id uuid,
  version   integer,
  alone     boolean not null default false,
  before    jsonb,
  written   boolean not null default false,
  undone    text check (undone in ('undone', 'kept')),
  primary key (run_id, row),
  constraint "import.rowOfItsRun" foreign key (org_id, run_id) references import_runs (org_id, id) on delete cascade
);
create index import_rows_order on import_rows (run_id, rank, row);
create index import_rows_keys on import_rows (run_id, key);
create index import_rows_outcomes on import_rows (run_id, outcome, row);
create index import_rows_kept on import_rows (run_id, row) where undone = 'kept';
select wall_in('import_rows', array['org']);
-- the rows of a file are for those who see the import
create policy run on import_rows as restrictive to storeward_app
  using (run_id in (select id from import_runs)) with check (run_id in (select id from import_runs));
grant select, insert, update, delete on import_rows to storeward_app;
grant select, delete on import_rows to storeward_definer;

-- take_up_import: work in the background belongs to all organisations alike. Takes up the import that has waited longest,
-- keeps all others away from it until the transaction ends, sets the scope to what whoever started it may reach by now, and
-- answers who that is with which rights. Without rights it answers the run alone: then it has to be told that it failed.
create function take_up_import() returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  moment constant timestamptz := clock();
  run record;
  who record;
  lo text;
begin
  select * into run from import_runs r
   where r.state in ('checking', 'running', 'undoing') and r.next_try <= moment
   order by r.next_try limit 1 for update skip locked;
  if not found then return null; end if;
  lo := run.tpath;
  perform set_config('app.org', run.org_id::text, true), set_config('app.lo', lo, true),
          set_config('app.hi', left(lo, -1) || '/', true), set_config('app.user', run.user_id::text, true);
  select u.*, r.id as role_id, r.name as role_name, r.access_rights, n.name as node_name, n.node_type
    into who
    from users u
    join nodes n on n.org_id = run.org_id and n.id = run.node_id
    join assignments a on a.org_id = u.org_id and a.user_id = u.id and a.id = run.assignment_id and (a.until is null or a.until > moment)
    join roles r on r.org_id = a.org_id and r.id = a.role_id and r.status and r.deleted_date is null
   where u.id = run.user_id and u.status and u.deleted_date is null
     and a.org_id = run.org_id and run.tpath ^@ a.tpath
     and not exists (select from nodes x where x.org_id = run.org_id and x.tpath = any(path_prefixes(run.tpath))
                      and not (x.status and x.deleted_date is null));
  return json_build_object('run', run.id, 'kind', run.kind, 'host', run.host, 'address', run.address, 'orgId', run.org_id,
    'lo', lo, 'hi', left(lo, -1) || '/', 'actor', case when who.id is null then null else json_build_object(
      'sessionId', run.session_id, 'userId', who.id, 'userName', who.user_name, 'firstName', who.first_name, 'lastName', who.last_name,
      'mustChangePassword', not who.manual_password, 'homeOrgId', who.org_id,
      'rootNode', json_build_object('id', run.node_id, 'name', who.node_name, 'nodeType', who.node_type),
      'above', '[]'::json, 'roleId', who.role_id, 'roleName', who.role_name, 'accessRights', to_json(who.access_rights)) end)::text;
end $$;

-- import_failed: a step that fails takes its own transaction back, scope and all; how often that was is noted from outside.
-- After a few tries it rests, until somebody lets it go on.
create function import_failed(p_run uuid, p_most int) returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    update import_runs
       set tries = tries + 1, next_try = clock() + make_interval(secs => power(2, tries)),
           state = case when tries + 1 >= p_most then 'failed' else state end,
           fault = case when tries + 1 >= p_most then 'import.broke' else fault end,
           updated_date = clock(), version = version + 1
     where id = p_run and state in ('checking', 'running', 'undoing');
  end;

-- forget_imports: what was imported long ago is not taken back any more, so its rows go; that there was an import stays.
create function forget_imports() returns int
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  past uuid[];
begin
  past := array(select id from import_runs where rows_until <= clock() and state not in ('checking', 'running', 'undoing')
                 order by rows_until limit 2 for update skip locked);
  delete from import_rows where run_id = any(past);
  update import_runs set rows_until = null where id = any(past);
  return cardinality(past);
end $$;

-- codes_taken: a code is one in the whole organisation, also where the reader does not see. Tells which of some are taken.
create function codes_taken(p_codes text[]) returns text[]
  language sql stable security definer set search_path = public, pg_temp
  return coalesce((select array_agg(code_norm) from nodes
    where org_id = scope_org() and code_norm = any(p_codes) and deleted_date is null), '{}');

do $$
declare
  listed text;
begin
  foreach listed in array array['take_up_import()', 'import_failed(uuid, int)', 'forget_imports()', 'codes_taken(text[])'] loop
    execute format('alter function %s owner to storeward_definer', listed);
    execute format('revoke execute on function %s from public', listed);
    execute format('grant execute on function %s to storeward_app', listed);
  end loop;
end $$;

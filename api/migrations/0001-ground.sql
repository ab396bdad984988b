-- The ground: a steerable clock, path labels, and the one template by which every tenant table is walled in.
create extension if not exists pg_trgm;

-- Times for tokens, locks and sessions come from here, so that tests can move the hands of one clock.
create table clock_offset (
  only_row boolean primary key default true check (only_row),
  ahead    interval not null default '0'
);
insert into clock_offset default values;
grant select on clock_offset to storeward_app, storeward_definer;

create function clock() returns timestamptz
  language sql stable set search_path = public, pg_temp
  return now() + (select ahead from clock_offset);

-- Paths of places are made of short labels, so that one text range holds exactly one sub-tree.
create sequence node_labels;
grant usage on sequence node_labels to storeward_app;

create function node_label(number bigint) returns text
  language plpgsql immutable strict set search_path = public, pg_temp as $$
declare
  digits constant text := '0123456789abcdefghijklmnopqrstuvwxyz';
  rest bigint := number;
  label text := '';
begin
  loop
    label := substr(digits, (rest % 36)::int + 1, 1) || label;
    rest := rest / 36;
    exit when rest = 0;
  end loop;
  return label;
end $$;

-- 'a.b.c.' gives 'a.', 'a.b.', 'a.b.c.': the paths of a place and of all that stand above it.
create function path_prefixes(path text) returns text[]
  language sql immutable strict set search_path = public, pg_temp
  return (select array_agg(left(path, at)) from generate_series(1, length(path)) at where substr(path, at, 1) = '.');

-- The scope of the transaction: nothing is in it until it is set. (Plain enough for the planner to see through.)
create function scope_org() returns uuid language sql stable return nullif(current_setting('app.org', true), '')::uuid;
create function scope_lo() returns text language sql stable return nullif(current_setting('app.lo', true), '');
create function scope_hi() returns text language sql stable return nullif(current_setting('app.hi', true), '');
create function scope_user() returns uuid language sql stable return nullif(current_setting('app.user', true), '')::uuid;

-- Walls a table in. 'org': rows of the caller's organisation. 'path': of the caller's sub-tree as well.
-- 'own': the caller's own rows as well as the sub-tree's, by the column named. Nobody but the two roles sees any
-- row at all, not even an owner who is no member of them. The conditions stand in a CASE, which the planner takes for even odds: its guess
-- for an unknown organisation or range would be one row in two hundred, and every plan for a large one would be bad.
create function wall_in(wanted regclass, walls text[], own_column text default null) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  inside text := 'tpath >= (select scope_lo()) and tpath < (select scope_hi())';
begin
  execute format('alter table %s enable row level security', wanted);
  execute format('alter table %s force row level security', wanted);
  execute format('create policy base on %s to storeward_app, storeward_definer using (true) with check (true)', wanted);
  if 'org' = any(walls) then
    execute format('create policy org on %s as restrictive to storeward_app
      using (case when org_id = (select scope_org()) then true else false end)', wanted);
  end if;
  if own_column is not null then
    inside := format('(%s) or %I = (select scope_user())', inside, own_column);
  end if;
  if 'path' = any(walls) then
    execute format('create policy sub on %s as restrictive to storeward_app
      using (case when %s then true else false end)', wanted, inside);
  elsif own_column is not null then
    execute format('create policy own on %s as restrictive to storeward_app
      using (case when %I = (select scope_user()) then true else false end)', wanted, own_column);
  end if;
end $$;
revoke execute on function wall_in(regclass, text[], text) from public;

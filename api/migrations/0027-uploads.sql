-- What was uploaded and lies in the storage: how much room an organisation takes, and what can be swept away again because nobody
-- has saved it anywhere. Once a value points to a picture it stays, since every value can be put back.
create table uploads (
  org_id       uuid not null,
  address      text collate "C" not null,
  bytes        integer not null,
  created_date timestamptz not null,
  -- when it is looked for next; never once something has pointed to it
  looked_for   timestamptz,
  primary key (org_id, address)
);
create index uploads_looked_for on uploads (looked_for) where looked_for is not null;
select wall_in('uploads', array['org']);
grant select on uploads to storeward_app;
grant select, insert, update, delete on uploads to storeward_definer;

-- keep_upload: notes what somebody has uploaded to an address that was made for it, whoever they are by now; false where their
-- organisation has no room left. One at a time, or two would take the same room.
create function keep_upload(p_org uuid, p_address text, p_bytes int, p_most bigint) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('uploads ' || p_org, 0));
  if (select coalesce(sum(u.bytes), 0) + p_bytes > p_most from uploads u where u.org_id = p_org) then return false; end if;
  insert into uploads (org_id, address, bytes, created_date, looked_for)
  values (p_org, p_address, p_bytes, clock(), clock() + interval '1 day');
  return true;
end $$;

-- unused_uploads: of the uploads whose turn it is, those that nothing points to: no value of whatever time, no draft, no file that
-- is being imported. All of them are forgotten here in the same transaction; the others are looked for again tomorrow, or never
-- once a value has them. Belongs to all organisations alike.
create function unused_uploads(p_most int) returns table (address text)
  language plpgsql volatile security definer rows 10 set search_path = public, pg_temp as $$
declare
  turn record;
  valued text[];
  waiting text[];
begin
  for turn in
    with due as (select u.org_id, u.address from uploads u where u.looked_for <= clock() order by u.looked_for limit p_most for update skip locked)
    select d.org_id, array_agg(d.address) as addresses from due d group by d.org_id
  loop
    valued := array(select distinct hit[1] from setting_values v, regexp_matches(v.value::text, '/files/[0-9a-f-]{36}/[\w-]{24}\.webp', 'g') hit
      where v.org_id = turn.org_id and v.value::text like '%/files/%' and hit[1] = any(turn.addresses));
    waiting := array(select distinct hit[1] from (
        select d.draft::text as words from setting_drafts d where d.org_id = turn.org_id
        union all
        select r.task::text from import_runs r where r.org_id = turn.org_id and r.task is not null and r.rows_until is not null
        union all
        select array_to_string(c.cells, ' ') from import_rows c join import_runs r on r.org_id = c.org_id and r.id = c.run_id
         where c.org_id = turn.org_id and r.kind = 'settings') kept, regexp_matches(kept.words, '/files/[0-9a-f-]{36}/[\w-]{24}\.webp', 'g') hit
      where hit[1] = any(turn.addresses));
    update uploads u set looked_for = case when u.address = any(valued) then null else clock() + interval '1 day' end
     where u.org_id = turn.org_id and (u.address = any(valued) or u.address = any(waiting));
    return query delete from uploads u where u.org_id = turn.org_id and u.address = any(turn.addresses)
      and not (u.address = any(valued) or u.address = any(waiting)) returning u.address;
  end loop;
end $$;
grant select (org_id, draft) on setting_drafts to storeward_definer;

do $$
declare
  listed text;
begin
  foreach listed in array array['keep_upload(uuid, text, int, bigint)', 'unused_uploads(int)'] loop
    execute format('alter function %s owner to storeward_definer', listed);
    execute format('revoke execute on function %s from public', listed);
    execute format('grant execute on function %s to storeward_app', listed);
  end loop;
end $$;

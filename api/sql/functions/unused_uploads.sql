-- Of the uploads whose check is due, those that no setting value of any time, no draft and no import refers to. Uploads that are
-- in use are checked again tomorrow, or never again if a value refers to them, since every value can be restored.
create or replace function unused_uploads(p_most int) returns table (org_id uuid, address text)
  language plpgsql volatile security definer rows 10 as $$
declare
  turn record;
  valued text[];
  waiting text[];
begin
  for turn in
    with due as (select u.org_id, u.address from uploads u where u.next_check_date <= clock() order by u.next_check_date limit p_most for update skip locked)
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
         where c.org_id = turn.org_id and r.kind in ('settings', 'lists')) kept, regexp_matches(kept.words, '/files/[0-9a-f-]{36}/[\w-]{24}\.webp', 'g') hit
      where hit[1] = any(turn.addresses));
    update uploads u set next_check_date = case when u.address = any(valued) then null else clock() + interval '1 day' end
     where u.org_id = turn.org_id and u.address = any(turn.addresses);
    return query select turn.org_id, unused.address from unnest(turn.addresses) unused(address)
      where not (unused.address = any(valued) or unused.address = any(waiting));
  end loop;
end $$;

-- Claims the setting events that are due longest, of any organisation, together with all of the same moment or of the same
-- completed run, and sets the scope to the whole organisation. One process at a time does it.
create or replace function claim_change_events() returns text
  language plpgsql volatile security definer as $$
declare
  still constant bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  patience constant interval := '1 minute';
  one record;
  lo text;
begin
  if not pg_try_advisory_xact_lock(36) then return null; end if;
  select * into one from setting_events n
   where n.next_try <= clock() and (n.settled_xid <= still or n.first_seen_date <= clock() - patience)
     and (n.run_id is null or not exists (select from import_runs r
            where r.org_id = n.org_id and r.id = n.run_id and r.state in ('running', 'undoing')))
   order by n.effective_date, n.id limit 1;
  if not found then return null; end if;
  select n.tpath into lo from nodes n where n.id = one.org_id;
  perform set_config('app.org', one.org_id::text, true), set_config('app.lo', lo, true),
          set_config('app.hi', sub_tree_end(lo), true), set_config('app.user', '', true);
  return (select json_build_object('orgId', one.org_id, 'lo', lo, 'hi', sub_tree_end(lo),
            'from', min(n.effective_date), 'until', max(n.effective_date),
            'events', json_agg(json_build_object('id', n.id, 'changeIds', n.change_ids, 'movedId', n.node_id, 'previousAncestorIds', n.previous_ancestors) order by n.id))::text
     from setting_events n
    where n.org_id = one.org_id and n.next_try <= clock() and (n.settled_xid <= still or n.first_seen_date <= clock() - patience)
      and case when one.run_id is null then n.run_id is null and n.effective_date = one.effective_date else n.run_id = one.run_id end);
end $$;

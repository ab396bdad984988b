-- Whether a setting event is due whose order is settled: an event waits until all transactions have ended that were running when
-- it was first seen, so that it is processed with everything that came before it; for a minute at most, as a transaction may be
-- unrelated and stay open.
create or replace function has_due_setting_event() returns boolean
  language plpgsql volatile security definer as $$
begin
  update setting_events set settled_xid = pg_snapshot_xmax(pg_current_snapshot())::text::bigint, first_seen_date = clock() where settled_xid is null and next_try <= clock();
  return exists (select from setting_events where next_try <= clock());
end $$;

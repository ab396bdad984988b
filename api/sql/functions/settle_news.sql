-- Whether a setting event is due whose order is settled: an event waits until all transactions have ended that were running when
-- it was first seen, so that it is processed with everything that came before it; for a minute at most, as a transaction may be
-- unrelated and stay open.
create or replace function settle_news() returns boolean
  language plpgsql volatile security definer as $$
begin
  update setting_news set settles = pg_snapshot_xmax(pg_current_snapshot())::text::bigint, seen = clock() where settles is null and next_try <= clock();
  return exists (select from setting_news where next_try <= clock());
end $$;

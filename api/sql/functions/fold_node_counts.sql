-- Adds up to p_limit differences to the counts. Returns the number of differences; 0 also while another process does this.
create or replace function fold_node_counts(p_limit int) returns int
  language plpgsql security definer as $$
declare
  taken int;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold_node_counts', 0)) then return 0; end if;
  with taken as materialized (
    delete from node_count_changes where ctid = any(array(select ctid from node_count_changes limit p_limit)) returning *
  ), folded as (
    insert into node_counts as c (org_id, label, kind, hour, count)
    select t.org_id, t.label, t.kind, t.hour, sum(t.count) from taken t group by 1, 2, 3, 4 having sum(t.count) <> 0
        on conflict (label, org_id, kind, hour) do update set count = c.count + excluded.count
  )
  select count(*)::int into taken from taken;
  return taken;
end $$;

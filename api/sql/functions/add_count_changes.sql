-- Adds amounts to the counts of nodes and of all above them; see node_counts. Each amount has an organisation, a kind and the path of
-- its node; one without a kind is not counted.
create or replace function add_count_changes(p_orgs uuid[], p_kinds text[], p_paths text[], p_amounts int[]) returns void
  language plpgsql as $$
begin
  insert into node_count_changes (org_id, label, kind, hour, count)
  select one.org_id, label, one.kind, '-infinity', sum(one.amount)
    from unnest(p_orgs, p_kinds, p_paths, p_amounts) one(org_id, kind, tpath, amount)
   cross join unnest(string_to_array(rtrim(one.tpath, '.'), '.')) label
   where one.kind is not null group by one.org_id, label, one.kind having sum(one.amount) <> 0;
end $$;

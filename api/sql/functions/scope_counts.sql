-- How many records of each kind are in the actor's scope; see node_counts. Bypasses row-level security, since for the
-- platform it reads the counts of all organisations.
create or replace function scope_counts(p_kinds text) returns table (kind text, count int)
  language plpgsql stable security definer rows 10 as $$
#variable_conflict use_column
begin
  return query
    select held.kind, sum(held.count * l.amount)::int
      from counted_labels() l
     cross join lateral (
       select c.kind, c.count from node_counts c where c.label = l.label and c.org_id = l.org_id and c.kind ^@ p_kinds and c.hour = '-infinity'
       union all
       select c.kind, c.count from node_count_changes c where c.label = l.label and c.org_id = l.org_id and c.kind ^@ p_kinds and c.hour = '-infinity') held
     group by held.kind;
end $$;

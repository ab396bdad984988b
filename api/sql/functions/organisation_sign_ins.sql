-- The organisations with most sign-ins in a period and in the one before it; for sessions that act at the platform's root only.
create or replace function organisation_sign_ins(p_from timestamptz, p_until timestamptz, p_limit int)
  returns table (id uuid, name text, count int, before int)
  language plpgsql stable security definer rows 10 as $$
#variable_conflict use_column
begin
  return query
    select n.id, n.name, coalesce(sum(held.count * l.amount) filter (where held.hour >= p_from), 0)::int as count,
           coalesce(sum(held.count * l.amount) filter (where held.hour < p_from), 0)::int
      from counted_labels() l
      join nodes n on n.id = l.org_id
      left join lateral (
        select c.hour, c.count from node_counts c
         where c.label = l.label and c.org_id = l.org_id and c.kind = 'signIn' and c.hour >= p_from - (p_until - p_from) and c.hour < p_until
        union all
        select c.hour, c.count from node_count_changes c
         where c.label = l.label and c.org_id = l.org_id and c.kind = 'signIn' and c.hour >= p_from - (p_until - p_from) and c.hour < p_until) held on true
     where exists (select from nodes g where g.id = scope_org() and g.node_type = 'GLOBAL')
     group by n.id, n.name order by 3 desc, n.name limit p_limit;
end $$;

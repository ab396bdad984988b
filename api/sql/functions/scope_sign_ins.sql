-- The sign-ins of the users in the actor's scope by hour; see scope_counts.
create or replace function scope_sign_ins(p_from timestamptz, p_until timestamptz) returns table (hour timestamptz, count int)
  language plpgsql stable security definer rows 700 as $$
#variable_conflict use_column
begin
  return query
    select held.hour, sum(held.count * l.amount)::int
      from counted_labels() l
     cross join lateral (
       select c.hour, c.count from node_counts c where c.label = l.label and c.org_id = l.org_id and c.kind = 'signIn' and c.hour >= p_from and c.hour < p_until
       union all
       select c.hour, c.count from node_count_changes c where c.label = l.label and c.org_id = l.org_id and c.kind = 'signIn' and c.hour >= p_from and c.hour < p_until) held
     group by held.hour;
end $$;

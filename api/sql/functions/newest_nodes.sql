-- The ids of the newest nodes of the actor's scope. Of a small sub-tree all are sorted; in a large one the index of the dates finds
-- some soon, while with row-level security the planner expects neither.
create or replace function newest_nodes(p_limit int) returns table (id uuid)
  language plpgsql stable security definer rows 10 as $$
begin
  if (select coalesce(sum(c.count), 0) from scope_counts('node.') c) <= 5000 then
    return query select x.id from (select n.id, n.created_date from nodes n
      where n.org_id = scope_org() and n.tpath >= scope_lo() and n.tpath < scope_hi() and n.deleted_date is null
        and not n.tpath ^@ any (scope_hidden()) offset 0) x order by x.created_date desc, x.id desc limit p_limit;
  else
    return query select x.id from (select n.id, n.tpath from nodes n where n.org_id = scope_org() and n.deleted_date is null
      order by n.created_date desc, n.id desc offset 0) x
     where x.tpath >= scope_lo() and x.tpath < scope_hi() and not x.tpath ^@ any (scope_hidden()) limit p_limit;
  end if;
end $$;

-- The sub-trees whose counts make up those of the actor's scope: that of its root, less (-1) those that the portal does not show. For
-- a session at the platform's root these are the organisations. Where the root itself belongs to the other region, everything
-- below it is hidden, and the hidden paths are no nodes.
create or replace function counted_labels() returns table (org_id uuid, label text, amount int)
  language plpgsql stable rows 2 as $$
#variable_conflict use_column
begin
  if scope_lo() <> '' and scope_hidden() = '{}' and not exists (select from nodes g where g.id = scope_org() and g.node_type = 'GLOBAL') then
    return query select scope_org(), split_part(scope_lo(), '.', -2), 1;
    return;
  end if;
  return query
    with roots as materialized (
      select scope_org() as org_id, scope_lo() as tpath, scope_hidden() as hidden
       where scope_lo() <> '' and not exists (select from nodes g where g.id = scope_org() and g.node_type = 'GLOBAL')
      union all
      select o.org_id, o.tpath, o.hidden from platform_organisations() o
    ), hidden as materialized (
      select r.org_id, r.tpath as root, h as tpath from roots r cross join unnest(r.hidden) h
    )
    select r.org_id, split_part(r.tpath, '.', -2), 1 from roots r
    union all
    select h.org_id, split_part(h.tpath, '.', -2), -1 from hidden h
     where right(h.tpath, 1) = '.' and not exists (select from hidden above where h.tpath ^@ above.tpath and h.tpath <> above.tpath)
    union all
    select n.org_id, split_part(n.tpath, '.', -2), -1
      from (select distinct org_id, root from hidden where right(tpath, 1) <> '.') r
      join nodes p on p.org_id = r.org_id and p.tpath = r.root
      join nodes n on n.org_id = p.org_id and n.parent_id = p.id and n.deleted_date is null;
end $$;

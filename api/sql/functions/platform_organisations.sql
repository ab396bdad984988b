-- All organisations, each with the paths that the portal does not show; none unless the session acts at the platform's root.
create or replace function platform_organisations() returns table (org_id uuid, tpath text, hidden text[])
  language plpgsql stable rows 10 as $$
#variable_conflict use_column
begin
  return query
    select o.org_id, n.tpath, hidden_paths(o.org_id, n.tpath)
      from organisations o join nodes n on n.id = o.org_id and n.node_type = 'ORGANIZATION' and n.deleted_date is null
     where acts_for_platform();
end $$;

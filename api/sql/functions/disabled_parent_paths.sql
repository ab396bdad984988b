-- The tree paths of disabled nodes that may have others below them, also outside the actor's scope: nothing below them can be
-- selected. Stores, of which thousands may be disabled, have none: each is known by its own status.
create or replace function disabled_parent_paths() returns text[]
  language plpgsql stable security definer as $$
begin
  return coalesce((select array_agg(tpath) from nodes
    where org_id = scope_org() and not status and deleted_date is null and node_type <> 'STORE'), '{}');
end $$;

-- The tree paths of disabled nodes, also outside the actor's scope: nothing below them can be selected. Unused since
-- 0.1.0: processes of the release before call it during an upgrade.
create or replace function disabled_paths() returns text[]
  language plpgsql stable security definer as $$
begin
  return coalesce((select array_agg(tpath) from nodes
    where org_id = scope_org() and not status and deleted_date is null), '{}');
end $$;

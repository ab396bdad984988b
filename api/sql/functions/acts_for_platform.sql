-- Whether the session acts at the platform's root.
create or replace function acts_for_platform() returns boolean
  language plpgsql stable as $$
begin
  return exists (select from nodes g join users u on u.org_id = g.id
                  where g.id = scope_org() and g.node_type = 'GLOBAL' and g.tpath = scope_lo() and u.id = scope_user());
end $$;

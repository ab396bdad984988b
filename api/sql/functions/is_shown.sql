-- Whether the portal of the request shows a node, which may lie outside the actor's scope. Reveals nothing else about it.
create or replace function is_shown(p_node uuid) returns boolean
  language plpgsql stable security definer as $$
begin
  return coalesce((select not n.tpath ^@ any (scope_hidden()) from nodes n where n.org_id = scope_org() and n.id = p_node), true);
end $$;

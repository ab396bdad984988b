-- The fields of an audit entry as the portal of the request shows them: without the names of nodes that it hides. The names are
-- compared, since entries name nodes by their names alone.
create or replace function shown_audit_fields(p_fields jsonb) returns jsonb
  language plpgsql stable security definer as $$
begin
  return case when scope_hidden() = '{}' or p_fields is null then p_fields else p_fields || coalesce((
    select jsonb_object_agg(x.key, null) from jsonb_each_text(p_fields) x
     where x.key in ('place', 'path')
       and exists (select from unnest(scope_hidden()) hidden
                     join nodes n on n.org_id = scope_org() and in_sub_tree(n.tpath, hidden)
                    where n.name = any (string_to_array(x.value, ' › ')))), '{}') end;
end $$;

-- Sets the scope to the organisation of a host and returns its id, before anybody is authenticated; null for an unknown host.
create or replace function open_portal(p_host text) returns text
  language plpgsql volatile security definer as $$
declare
  root record;
begin
  select n.id, n.name, n.tpath, n.status, o.api_key, o.default_language into root
    from nodes n join organisations o on o.org_id = n.id
   where case when p_host is null then n.node_type = 'GLOBAL' else n.id = organisation_of_host(p_host) end
     and n.deleted_date is null;
  if not found then return null; end if;
  perform set_config('app.org', root.id::text, true), set_config('app.lo', root.tpath, true),
          set_config('app.hi', sub_tree_end(root.tpath), true), set_config('app.user', '', true);
  return json_build_object('orgId', root.id, 'orgName', root.name, 'status', root.status, 'lo', root.tpath,
    'hi', sub_tree_end(root.tpath), 'apiKey', root.api_key, 'defaultLanguage', root.default_language)::text;
end $$;

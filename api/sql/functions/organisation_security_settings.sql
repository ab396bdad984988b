-- Name, domains and security settings of the organisation of the scope: they bind every user, also those who cannot read its root
-- node.
create or replace function organisation_security_settings() returns text
  language plpgsql stable security definer as $$
begin
  return (select json_build_object('name', n.name, 'isGlobal', n.node_type = 'GLOBAL',
      'domains', coalesce((select json_agg(d.domain_name order by d.is_default desc, d.domain_name) from domains d where d.org_id = n.id), '[]'),
      'values', coalesce((select json_object_agg(v.field, v.value order by v.valid_from) from setting_values v
        where v.org_id = n.id and v.node_id = n.id and v.section = 'security' and is_current(v)), '{}'))::text
    from nodes n where n.id = scope_org());
end $$;

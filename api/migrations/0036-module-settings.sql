-- The settings of modules have permissions of their own. Whoever saw or changed them until now goes on doing so: roles by which
-- people look at what is set list and view them, and roles by which people change what modules are set to make and edit them besides.
do $$
declare
  expected int;
  written int;
begin
  alter table roles no force row level security;
  create temporary table settled on commit drop as
    select r.id, array['list_setting', 'view_setting']
             || case when r.access_rights && array['edit_node_module', 'update_organisation_module']
                     then array['create_setting', 'edit_setting'] else '{}' end as needed
      from roles r
     where r.access_rights && array['view_node', 'view_organisation', 'bulk_override',
             'edit_node_configuration', 'edit_node_theme', 'edit_node_module',
             'update_organisation_config', 'update_organisation_theme', 'update_organisation_module'];
  select count(*) into expected from settled;
  update roles r
     set access_rights = r.access_rights || array(select right_name from unnest(s.needed) right_name where right_name <> all (r.access_rights)),
         version = r.version + 1 -- a form that was opened before does not take them away again
    from settled s where s.id = r.id;
  get diagnostics written = row_count;
  if written <> expected then raise exception 'the rights of % roles were to be settled, and those of % were', expected, written; end if;
  alter table roles force row level security;
end $$;

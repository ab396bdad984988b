-- A host may show the theme of a node of its organisation instead of that of the organisation.
alter table portal_hosts add column theme_node_id uuid,
  add constraint "organisation.themeNodeOfTheSameTenant" foreign key (org_id, theme_node_id) references nodes (org_id, id);
create unique index "organisation.onePrimaryHost" on portal_hosts (org_id) where is_url;

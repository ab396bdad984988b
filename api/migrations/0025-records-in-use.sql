-- What records_in_use reads, which decides what the undo of an import keeps.
grant select (node_id) on setting_drafts to :"definer";
grant select (org_id, node_id, owner_id) on user_views to :"definer";

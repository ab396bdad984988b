-- Search texts of the present fold begin with a space; all others, also those that a process of an earlier release writes meanwhile,
-- are filled anew in the background.
alter table roles add column search_text text collate "C" not null default '';
alter table devices add column search_text text collate "C" not null default '';
alter table import_runs add column search_text text collate "C" not null default '';
create index node_search_unfilled on nodes (id) where left(search_text, 1) <> ' ';
create index user_search_unfilled on users (id) where left(search_text, 1) <> ' ';
create index role_search_unfilled on roles (id) where left(search_text, 1) <> ' ';
create index device_search_unfilled on devices (id) where left(search_text, 1) <> ' ';
create index import_run_search_unfilled on import_runs (id) where left(search_text, 1) <> ' ';
grant update (search_text) on nodes, users, roles to :"definer";
grant select (name, serial, search_text), update (search_text) on devices to :"definer";

-- for processes of release 1
drop function if exists search_nodes(text, text, boolean, text[], text, text, int, int);
drop function if exists count_found_nodes(text, text, boolean, text[], text, int);
drop function if exists excluded_paths(text, boolean);
drop function if exists other_region_paths(text);
-- replaced by node_search_conditions
drop function if exists node_scope_conditions();

-- How many planned changes of settings start at another local time because of an import of nodes.
alter table import_runs add column shifted_plans integer not null default 0;

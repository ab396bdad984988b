-- What no domain owns: the clock and the labels of tree paths.
--
-- Every table with rows of tenants has forced row-level security with these policies:
--   base  the one permissive policy: the application's role (app) and that of the security definer functions (definer) may
--         see rows at all, and nobody else, not even the owner of the tables
--   org   restricts the application to rows of the organisation of the transaction's scope
--   sub   restricts it to rows within the scope's range of tree paths, in some tables also to rows of the user
--   own   restricts it to rows of the user
-- The conditions are a CASE, which the planner estimates as even odds: for an unknown organisation or range it would expect
-- one row of two hundred, and every plan for a large one would be bad.

create extension if not exists pg_trgm;

-- The offset of the installation's clock from real time, so that tests can set the time of tokens, locks and sessions.
create table clock_offset (
  only_row boolean primary key default true check (only_row),
  ahead    interval not null default '0'
);
insert into clock_offset default values;
grant select on clock_offset to :"app", :"definer";

-- Labels of nodes in tree paths, in base 36: short, so that a range of paths is exactly one sub-tree.
create sequence node_labels;
grant usage on sequence node_labels to :"app", :"definer";

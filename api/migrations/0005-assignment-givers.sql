-- What a user has given to others: created_by is who gave the present role, node and end of an assignment.
create index assignment_givers on assignments (org_id, created_by);

-- A search of the audit goes by whom and what it names; so does the history of one place or person, newest first. Kinds are
-- looked at by themselves in the same order.
create index audit_touched on audit (org_id, entity_id, at desc, id desc);
create index audit_doers on audit (org_id, actor_id, at desc, id desc);
create index audit_kinds on audit (org_id, entity, at desc, id desc);
drop index audit_entities;

-- People are counted by the part of the tree they stand in. The wall lets everybody see themselves, so it asks for the id too;
-- with the id in the index nobody has to be looked up in the table for it.
drop index user_places;
create index user_places on users (org_id, tpath) include (id) where deleted_date is null;

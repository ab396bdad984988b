-- When a node was given another parent; null if never.
alter table nodes add column moved_date timestamptz;

alter table nodes no force row level security;
alter table audit no force row level security;
update nodes n set moved_date = moved.at
  from (select org_id, entity_id, max(at) as at from audit where action = 'node.moved' group by org_id, entity_id) moved
 where n.org_id = moved.org_id and n.id = moved.entity_id;
do $$
begin
  if exists (select from audit a join nodes n on n.org_id = a.org_id and n.id = a.entity_id
              where a.action = 'node.moved' and (n.moved_date is null or n.moved_date < a.at)) then
    raise exception 'the dates of the moves do not match the audit';
  end if;
end $$;
alter table nodes force row level security;
alter table audit force row level security;

drop function if exists is_secret_newer(uuid, text, text, jsonb, timestamptz[]);

-- Which organisations came with the demo data, so that an operator is warned of their public passwords and can remove them.
-- Of an organisation that others use as well, such as the platform, only the named user did.
create table demo_data (
  org_id  uuid primary key references nodes (id),
  user_id uuid,
  constraint "demoData.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id)
);
alter table demo_data enable row level security, force row level security;
create policy base on demo_data to :"app", :"definer" using (true) with check (true);
create policy org on demo_data as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select on demo_data to :"app", :"definer";

-- those of earlier installations are known by what only the demo data uses
alter table demo_data no force row level security;
alter table nodes no force row level security;
alter table users no force row level security;
alter table organisations no force row level security;
alter table portal_hosts no force row level security;
insert into demo_data (org_id)
  select o.org_id from organisations o join portal_hosts h on h.org_id = o.org_id
   where (o.code, h.host) in (('KESTREL', 'kestrel.localhost'), ('BRAMBLE', 'bramble.localhost'));
insert into demo_data (org_id, user_id)
  select n.id, u.id from nodes n join users u on u.org_id = n.id
   where n.node_type = 'GLOBAL' and u.user_name_norm = 'global.admin' and u.email_norm like '%@storeward.example' and u.deleted_date is null;
alter table demo_data force row level security;
alter table nodes force row level security;
alter table users force row level security;
alter table organisations force row level security;
alter table portal_hosts force row level security;

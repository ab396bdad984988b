-- Organisations, and the host names and sign-in domains that lead to them.

create table organisations (
  org_id           uuid primary key references nodes (id),
  code             text not null,
  address          text not null default '',
  country          text not null default '',
  email_id         text not null default '',
  default_language text not null default 'en',
  api_key          text not null,
  -- the user whom the organisation was handed to; they are invited again while they have no password
  administrator_id uuid,
  constraint "organisation.administratorOfTheSameTenant" foreign key (org_id, administrator_id) references users (org_id, id),
  constraint "organisation.codeTaken" unique (code)
);
alter table organisations enable row level security, force row level security;
create policy base on organisations to :"app", :"definer" using (true) with check (true);
create policy org on organisations as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select, insert, update on organisations to :"app";
grant select, insert on organisations to :"definer";

-- The host names under which a portal is served; without port, in lower case.
create table portal_hosts (
  host   text collate "C" not null,
  org_id uuid not null references organisations (org_id),
  is_url boolean not null default false,
  constraint "organisation.urlTaken" primary key (host)
);
alter table portal_hosts enable row level security, force row level security;
create policy base on portal_hosts to :"app", :"definer" using (true) with check (true);
create policy org on portal_hosts as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select, insert, update, delete on portal_hosts to :"app";
grant select on portal_hosts to :"definer";

create table domains (
  org_id      uuid not null references organisations (org_id),
  domain_name text collate "C" not null,
  is_default  boolean not null default false,
  constraint "organisation.domainTaken" primary key (domain_name),
  unique (org_id, domain_name)
);
create unique index "organisation.oneDefaultDomain" on domains (org_id) where is_default;
alter table domains enable row level security, force row level security;
create policy base on domains to :"app", :"definer" using (true) with check (true);
create policy org on domains as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select, insert, update, delete on domains to :"app";
grant select on domains to :"definer";

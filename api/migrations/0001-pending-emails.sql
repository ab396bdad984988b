-- A changed e-mail address that does not count yet: mails and recovery use email_id until the change has been confirmed or accepted.
alter table users
  add column pending_email text,
  add column pending_email_since timestamptz,
  add column pending_email_by uuid,
  -- since when the link that was mailed to the new address has been used
  add column pending_email_confirmed_date timestamptz,
  add constraint pending_email_whole check ((pending_email is null) = (pending_email_since is null)
    and (pending_email is null) = (pending_email_by is null) and (pending_email is not null or pending_email_confirmed_date is null));
create index user_pending_emails on users (org_id, pending_email_since) where pending_email is not null and deleted_date is null;
-- due changes of all organisations
create index user_confirmed_emails on users (pending_email_confirmed_date)
  where pending_email_confirmed_date is not null and deleted_date is null;

-- The links about a pending address, hashed: one to the new address, which proves that it is read, and one to the old address, whose
-- reader accepts the change or objects to it.
create table email_links (
  org_id       uuid not null,
  user_id      uuid not null,
  token_hash   bytea not null,
  purpose      text not null check (purpose in ('confirm', 'decide')),
  created_date timestamptz not null,
  expires_date timestamptz not null,
  used_date    timestamptz,
  primary key (org_id, token_hash),
  constraint "emailLink.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id)
);
create index email_link_users on email_links (org_id, user_id);
create index email_link_dates on email_links (expires_date);
alter table email_links enable row level security, force row level security;
create policy base on email_links to :"app", :"definer" using (true) with check (true);
create policy org on email_links as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select, insert, update on email_links to :"app";
grant delete, select on email_links to :"definer";

-- The outbox of mails.

-- Mails to be sent, written in the transaction of the change that causes them. The content is encrypted, since it may hold a
-- reset link, and is deleted once the mail was sent.
create table mails (
  id                uuid primary key,
  org_id            uuid not null,
  user_id           uuid not null,
  kind              text not null,
  to_address        text not null,
  encrypted_content bytea,
  created_date      timestamptz not null,
  tries             integer not null default 0,
  next_try          timestamptz,
  sent_date         timestamptz,
  failed_date       timestamptz,
  last_error        text,
  constraint "mail.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id)
);
create index mail_queue on mails (next_try) where next_try is not null;
create index mail_users on mails (org_id, user_id, created_date);
alter table mails enable row level security, force row level security;
create policy base on mails to :"app", :"definer" using (true) with check (true);
create policy org on mails as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select, insert on mails to :"app";
grant select, update, delete on mails to :"definer";

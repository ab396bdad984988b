-- While this has its row, values that were encrypted without associated data are still read. `npm run rotate` encrypts all of
-- them anew, deletes the row, and adds a constraint that no row can meet, so that only the owner of the table, and never a change of
-- rows, brings it back.
create table unbound_encryption (
  accepted boolean primary key default true check (accepted)
);
grant select on unbound_encryption to :"app", :"definer";

-- a new installation never had such values
alter table secret_keys no force row level security;
alter table mails no force row level security;
insert into unbound_encryption (accepted)
  select true where exists (select from secret_keys) or exists (select from mails where encrypted_content is not null);
alter table secret_keys force row level security;
alter table mails force row level security;

-- to encrypt them anew
grant update (value) on setting_values to :"definer";
grant update (secret, old_secret) on webhooks to :"definer";

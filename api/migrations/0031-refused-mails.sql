-- The mail server has refused the e-mail address in effect for good: since when, and its reply code with the enhanced code.
alter table users
  add column mail_refused_date timestamptz,
  add column mail_refused_reason text,
  add constraint mail_refused_whole check ((mail_refused_date is null) = (mail_refused_reason is null));
create index user_refused_mails on users (org_id, tpath) where mail_refused_date is not null and deleted_date is null;
grant update (mail_refused_date, mail_refused_reason) on users to :"definer";

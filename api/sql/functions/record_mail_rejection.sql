-- Gives up a mail whose address the mail server has refused for good, and marks its user, with an audit entry, if that is still their
-- address and not marked yet. Mails of all organisations have one worker; the organisation is that of the mail.
create or replace function record_mail_rejection(p_mail uuid, p_error text, p_reason text, p_audit uuid) returns void
  language plpgsql volatile security definer as $$
declare
  mail record;
  marked_path text;
begin
  update mails set failed_date = clock(), next_try = null, encrypted_content = null, last_error = left(p_error, 200)
   where id = p_mail and next_try is not null
   returning org_id, user_id, to_address into mail;
  if not found then return; end if;
  update users set mail_refused_date = clock(), mail_refused_reason = p_reason
   where org_id = mail.org_id and id = mail.user_id and email_id = mail.to_address and mail_refused_date is null and deleted_date is null
   returning tpath into marked_path;
  if not found then return; end if;
  insert into audit (id, org_id, tpath, action, entity, entity_id, after)
  values (p_audit, mail.org_id, marked_path, 'user.mailRefused', 'user', mail.user_id,
    jsonb_build_object('emailId', mail.to_address, 'mailRefused', p_reason));
end $$;

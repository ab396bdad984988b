-- Marks a mail as sent and deletes its content. Its user's address, if it is still that of the mail, is no longer refused.
create or replace function record_mail_sent(p_mail uuid) returns void
  language plpgsql volatile security definer as $$
declare
  mail record;
begin
  update mails set sent_date = clock(), next_try = null, encrypted_content = null, last_error = null where id = p_mail
   returning org_id, user_id, to_address into mail;
  update users set mail_refused_date = null, mail_refused_reason = null
   where org_id = mail.org_id and id = mail.user_id and email_id = mail.to_address and mail_refused_date is not null;
end $$;

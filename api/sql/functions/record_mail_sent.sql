-- Marks a mail as sent and deletes its content.
create or replace function record_mail_sent(p_mail uuid) returns void
  language plpgsql volatile security definer as $$
begin
  update mails set sent_date = clock(), next_try = null, encrypted_content = null, last_error = null where id = p_mail;
end $$;

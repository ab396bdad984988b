-- Gives up a mail whose link has expired before it could be sent; returns whether it did. The token is looked up first,
-- since as a condition of the update all valid tokens of the installation would be scanned for each mail.
create or replace function discard_expired_mail(p_mail uuid, p_token_hash bytea) returns boolean
  language plpgsql volatile security definer as $$
declare
  mail record;
begin
  select m.org_id, m.user_id into mail from mails m where m.id = p_mail;
  perform from reset_tokens t
    where t.org_id = mail.org_id and t.token_hash = p_token_hash and t.user_id = mail.user_id
      and t.used_date is null and t.replaced_date is null and t.expires_date > clock();
  if found then return false; end if;
  perform from email_links l
    where l.org_id = mail.org_id and l.token_hash = p_token_hash and l.user_id = mail.user_id
      and l.used_date is null and l.expires_date > clock();
  if found then return false; end if;
  update mails m set failed_date = clock(), next_try = null, encrypted_content = null, last_error = 'link over' where m.id = p_mail;
  return found;
end $$;

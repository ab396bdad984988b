-- Who an organisation was handed to when it was made: they are invited to choose a password, and again while they have none.
alter table organisations add column administrator_id uuid,
  add constraint "organisation.administratorOfTheSameTenant" foreign key (org_id, administrator_id) references users (org_id, id);
alter table reset_tokens drop constraint reset_tokens_way_check,
  add constraint reset_tokens_way_check check (way in ('mail', 'secretWord', 'administrator', 'invitation'));

-- mail_in_vain: a mail that could not leave for so long that its link leads nowhere any more is given up, since the post goes
-- out for all organisations alike. Answers whether it was.
create function mail_in_vain(p_mail uuid, p_token_hash bytea) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update mails m set failed_date = clock(), next_try = null, sealed = null, last_error = 'link over'
   where m.id = p_mail and not exists (select from reset_tokens t
     where t.org_id = m.org_id and t.user_id = m.user_id and t.token_hash = p_token_hash
       and t.used_date is null and t.replaced_date is null and t.expires_date > clock());
  return found;
end $$;
grant select (org_id, user_id, token_hash, used_date, replaced_date, expires_date) on reset_tokens to storeward_definer;

-- forget_flows: anybody may begin a recovery, so each beginning clears away a few that are over, of whichever organisation;
-- what two meet, one leaves to the other. Nothing is told.
create index recovery_flow_dates on recovery_flows (created_date);
create function forget_flows(p_minutes int, p_most int) returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    delete from recovery_flows where (org_id, flow_hash) in (
      select org_id, flow_hash from recovery_flows where created_date <= clock() - make_interval(mins => p_minutes)
       order by created_date limit p_most for update skip locked);
  end;
grant select (org_id, flow_hash), update (sent_date) on recovery_flows to storeward_definer;

do $$
declare
  listed text;
begin
  foreach listed in array array['mail_in_vain(uuid, bytea)', 'forget_flows(int, int)'] loop
    execute format('alter function %s owner to storeward_definer', listed);
    execute format('revoke execute on function %s from public', listed);
    execute format('grant execute on function %s to storeward_app', listed);
  end loop;
end $$;

-- Mails to be sent, written in the transaction of what they tell of. What stands in them is sealed, since it may hold the
-- way to a new password, and is wiped out once the mail has left.
create table mails (
  id           uuid primary key,
  org_id       uuid not null,
  user_id      uuid not null,
  kind         text not null,
  to_address   text not null,
  sealed       bytea,
  created_date timestamptz not null,
  tries        integer not null default 0,
  next_try     timestamptz,
  sent_date    timestamptz,
  failed_date  timestamptz,
  last_error   text,
  constraint "mail.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id)
);
create index mail_queue on mails (next_try) where next_try is not null;
create index mail_users on mails (org_id, user_id, created_date);
select wall_in('mails', array['org']);
grant select, insert on mails to storeward_app;

-- take_mails, mail_sent, mail_failed: the post goes out for all organisations alike, so these look past the walls. Whoever
-- takes a mail has it for a while; should they end in the middle, it falls due again. With each mail goes all that its
-- words and its look are made of.
create function take_mails(p_most int, p_lease interval) returns table (
    id uuid, kind text, to_address text, sealed bytea, created_date timestamptz, tries int,
    user_name text, first_name text, last_name text, language text, time_zone text,
    organisation text, host text, theme jsonb)
  language sql volatile security definer rows 5 set search_path = public, pg_temp
  begin atomic
    with due as (
      select m.id from mails m where m.next_try <= clock() order by m.next_try limit p_most for update skip locked
    ), taken as (
      update mails m set tries = m.tries + 1, next_try = clock() + p_lease from due where m.id = due.id returning m.*
    )
    select t.id, t.kind, t.to_address, t.sealed, t.created_date, t.tries,
           u.user_name || case when u.domain_name = '' then '' else '@' || u.domain_name end, u.first_name, u.last_name, u.language, u.time_zone,
           n.name,
           case when n.node_type <> 'GLOBAL' then
             (select h.host from portal_hosts h where h.org_id = t.org_id order by h.is_url desc, h.host limit 1) end,
           coalesce((select jsonb_object_agg(v.field, v.value order by v.valid_from) from setting_values v
             where v.org_id = t.org_id and v.node_id = t.org_id and v.section = 'theme' and v.ended_date is null
               and v.valid_from <= clock() and (v.valid_until is null or v.valid_until > clock())), '{}')
      from taken t
      join users u on u.org_id = t.org_id and u.id = t.user_id
      join nodes n on n.org_id = t.org_id and n.id = t.org_id
     order by t.created_date;
  end;

create function mail_sent(p_mail uuid) returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    update mails set sent_date = clock(), next_try = null, sealed = null, last_error = null where id = p_mail;
  end;

-- The pauses grow and are spread by chance, so that a mail server that comes back is not run over; after a day it is given up.
create function mail_failed(p_mail uuid, p_error text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    update mails set last_error = left(p_error, 200),
      next_try = case when created_date > clock() - interval '24 hours'
                      then clock() + random() * least(interval '1 hour', interval '5 seconds' * 2 ^ least(tries, 12)) end,
      failed_date = case when created_date <= clock() - interval '24 hours' then clock() end,
      sealed = case when created_date > clock() - interval '24 hours' then sealed end
    where id = p_mail;
  end;
grant select, update on mails to storeward_definer;

do $$
declare
  listed text;
begin
  foreach listed in array array['take_mails(int, interval)', 'mail_sent(uuid)', 'mail_failed(uuid, text)'] loop
    execute format('alter function %s owner to storeward_definer', listed);
    execute format('revoke execute on function %s from public', listed);
    execute format('grant execute on function %s to storeward_app', listed);
  end loop;
end $$;

-- Locks the user of any organisation whose changed e-mail address was confirmed longest ago, at least p_period ago, or was entered by
-- somebody who may not edit the user any more, and sets the scope to the whole organisation; null if there is none. Links about an
-- address end after two periods, and with them the need to withdraw it.
create or replace function claim_confirmed_email(p_period interval) returns text
  language plpgsql volatile security definer as $$
declare
  one record;
  lo text;
begin
  select u.org_id, u.id into one from users u
   where u.pending_email_confirmed_date <= clock() - p_period and u.deleted_date is null
   order by u.pending_email_confirmed_date limit 1 for update skip locked;
  if not found then
    select u.org_id, u.id into one from users u
     where u.pending_email is not null and u.pending_email_since > clock() - 2 * p_period and u.deleted_date is null
       and not giver_may_edit(u.org_id, u.id, u.pending_email_by, array['edit_user'])
     limit 1 for update skip locked;
  end if;
  if not found then return null; end if;
  select n.tpath into lo from nodes n where n.id = one.org_id;
  perform set_config('app.org', one.org_id::text, true), set_config('app.lo', lo, true),
          set_config('app.hi', sub_tree_end(lo), true), set_config('app.user', '', true);
  return json_build_object('orgId', one.org_id, 'lo', lo, 'hi', sub_tree_end(lo), 'userId', one.id)::text;
end $$;

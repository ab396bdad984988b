-- The current impersonation of a session; ends it if it is no longer allowed. From the platform's root the viewer's area is the
-- whole organisation of the impersonated user.
create or replace function current_impersonation(p_impersonation uuid, p_home uuid, p_lo text, p_rights text[]) returns impersonations
  language plpgsql volatile as $$
declare
  one impersonations;
  lo text := p_lo;
  reason text;
begin
  select * into one from impersonations where id = p_impersonation and ended_date is null;
  if not found then return null; end if;
  if one.org_id <> p_home then
    lo := (select top.tpath from nodes top join nodes home on home.id = p_home and home.node_type = 'GLOBAL' and home.tpath = p_lo
            where top.id = one.org_id);
  end if;
  reason := case when one.until <= clock() then 'timeOver' else impersonation_error(one.org_id, one.user_id, lo, p_rights) end;
  if reason is null then return one; end if;
  perform end_impersonation(one.id, reason, '');
  return null;
end $$;

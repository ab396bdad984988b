-- Ends an impersonation, unless it has ended, and writes its audit entry in the organisation of the impersonated user.
create or replace function end_impersonation(p_impersonation uuid, p_how text, p_address text) returns boolean
  language plpgsql volatile as $$
declare
  one record;
begin
  update impersonations set ended_date = clock(), ended_how = p_how where id = p_impersonation and ended_date is null returning * into one;
  if not found then return false; end if;
  insert into audit (id, org_id, tpath, actor_id, session_id, address, action, entity, entity_id, after)
    select one.end_audit_id, one.org_id, u.tpath, one.viewer_id, one.session_id, p_address, 'seeing.ended', 'user', u.id,
           jsonb_build_object('how', p_how)
      from users u where u.org_id = one.org_id and u.id = one.user_id;
  return true;
end $$;

-- Ends the impersonation of the actor's session; its audit entry is written in the organisation of the impersonated user.
create or replace function stop_impersonation(p_session uuid, p_address text) returns boolean
  language plpgsql volatile security definer as $$
begin
  return (select coalesce(bool_or(end_impersonation(g.id, 'stopped', p_address)), false)
      from impersonations g where g.session_id = p_session and g.viewer_id = scope_user() and g.ended_date is null);
end $$;

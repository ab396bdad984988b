-- Ends the impersonation of a session that ends, also if the impersonated user belongs to another organisation.
create or replace function end_impersonation_with_session() returns trigger
  language plpgsql security definer as $$
begin
  perform end_impersonation(g.id, case when new.user_id = scope_user() then 'signedOut' else 'sessionOver' end, '')
    from impersonations g where g.session_id = new.id and g.ended_date is null;
  return null;
end $$;

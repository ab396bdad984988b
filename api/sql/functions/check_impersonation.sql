-- impersonation_error for a user of the scope, including assignments that are outside the actor's scope.
create or replace function check_impersonation(p_user uuid, p_rights text[]) returns text
  language plpgsql stable security definer as $$
begin
  return (select impersonation_error(scope_org(), p_user, scope_lo(), p_rights));
end $$;

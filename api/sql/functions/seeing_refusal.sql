-- seeing_fault for a user of the scope, including assignments that are outside the caller's scope.
create or replace function seeing_refusal(p_user uuid, p_rights text[]) returns text
  language sql stable security definer
  begin atomic
    select seeing_fault(scope_org(), p_user, scope_lo(), p_rights);
  end;

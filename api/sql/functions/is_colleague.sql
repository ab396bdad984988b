-- Whether a user belongs to the organisation of the scope or to the platform; users outside the caller's scope are included.
create or replace function is_colleague(p_user uuid) returns boolean
  language sql stable security definer
  begin atomic
    select exists (select from users u where u.org_id = scope_org() and u.id = p_user);
  end;

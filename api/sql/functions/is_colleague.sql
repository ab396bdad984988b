-- Whether a user or service account belongs to the organisation of the scope or to the platform; users outside the actor's scope are included.
create or replace function is_colleague(p_user uuid) returns boolean
  language plpgsql stable security definer as $$
begin
  return (select exists (select from users u where u.org_id = scope_org() and u.id = p_user)
    or exists (select from service_accounts s where s.org_id = scope_org() and s.id = p_user));
end $$;

-- Users of the organisations whose account is locked; null unless the session acts at the platform's root.
create or replace function platform_locked_users() returns int
  language plpgsql stable security definer as $$
begin
  if not acts_for_platform() then return null; end if;
  return (
    select count(distinct u.id)::int
      from failed_attempts l join users u on u.org_id = l.org_id and u.id = l.user_id and u.deleted_date is null
      join platform_organisations() o on o.org_id = l.org_id
     where l.locked_until > clock() and l.device = '' and not u.tpath ^@ any (o.hidden));
end $$;

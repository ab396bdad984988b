-- Users that the organisations have created since a time, up to a limit; null unless the session acts at the platform's root.
create or replace function platform_created_users(p_since timestamptz, p_limit int) returns int
  language plpgsql stable security definer as $$
begin
  if not acts_for_platform() then return null; end if;
  return (
    select count(*)::int from (
      select from platform_organisations() o
        cross join lateral (
          select from users u
           where u.org_id = o.org_id and u.deleted_date is null and u.created_date >= p_since and not u.tpath ^@ any (o.hidden)
           limit p_limit) created
       limit p_limit) counted);
end $$;

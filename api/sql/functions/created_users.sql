-- Users of the actor's scope that were created since a time, up to a limit. Bypasses row-level security, whose conditions hide from the
-- planner how few of them there are; planned for each call, since either the paths or the dates find them faster.
create or replace function created_users(p_since timestamptz, p_limit int) returns int
  language plpgsql stable security definer as $$
declare
  counted int;
begin
  execute 'select count(*)::int from (select from users u where u.org_id = $1 and u.deleted_date is null and u.created_date >= $2
             and u.tpath >= $3 and u.tpath < $4 and not u.tpath ^@ any ($5) limit $6) found'
    into counted using scope_org(), p_since, scope_lo(), scope_hi(), scope_hidden(), p_limit;
  return counted;
end $$;

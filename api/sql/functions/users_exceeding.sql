-- Which of the users hold a right or a node that the actor does not, including assignments outside the actor's scope. Few roles
-- are held by many users: comparing the rights of each role once takes a quarter of the time for a page of users.
create or replace function users_exceeding(p_users uuid[], p_rights text[]) returns setof uuid
  language plpgsql stable security definer rows 5 as $$
begin
  return query
    with held as materialized (
      select a.user_id, a.role_id, a.tpath from assignments a
       where a.org_id = scope_org() and a.user_id = any(p_users) and (a.until is null or a.until > clock())
    ), exceeding as materialized (
      select r.id from roles r where r.org_id = scope_org() and r.id in (select h.role_id from held h) and not r.access_rights <@ p_rights
    )
    select distinct h.user_id from held h
     where not (h.tpath >= scope_lo() and h.tpath < scope_hi()) or h.role_id in (select e.id from exceeding e);
end $$;

-- Which of the users hold a right or a node that the caller does not, including assignments outside the caller's scope.
create or replace function users_exceeding(p_users uuid[], p_rights text[]) returns setof uuid
  language sql stable security definer rows 5
  begin atomic
    select distinct a.user_id from assignments a join roles r on r.org_id = a.org_id and r.id = a.role_id
     where a.org_id = scope_org() and a.user_id = any(p_users) and (a.until is null or a.until > clock())
       and (not r.access_rights <@ p_rights or not (a.tpath >= scope_lo() and a.tpath < scope_hi()));
  end;

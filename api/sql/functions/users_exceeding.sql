-- Which of the users hold a right or a node that the actor does not, including assignments outside the actor's scope. Rights are
-- looked up as the keys of an object: comparing two arrays of rights takes five times as long.
create or replace function users_exceeding(p_users uuid[], p_rights text[]) returns setof uuid
  language plpgsql stable security definer rows 5 as $$
declare
  rights constant jsonb := jsonb_object(p_rights, p_rights);
begin
  return query
    select distinct a.user_id from assignments a join roles r on r.org_id = a.org_id and r.id = a.role_id
     where a.org_id = scope_org() and a.user_id = any(p_users) and (a.until is null or a.until > clock())
       and (not (a.tpath >= scope_lo() and a.tpath < scope_hi()) or not rights ?& r.access_rights);
end $$;

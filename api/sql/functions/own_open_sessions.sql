-- The actor's valid sessions. Their idle timeout depends on settings that may be outside the actor's scope.
create or replace function own_open_sessions(p_usual_idle int, p_longest_idle int, p_grace int)
  returns table (id uuid, device text, address text, created_date timestamptz, last_activity timestamptz)
  language plpgsql stable security definer rows 3 as $$
#variable_conflict use_column
begin
  return query
    select s.id, s.device, s.address, s.created_date, s.last_activity from sessions s
      join users u on u.org_id = s.org_id and u.id = s.user_id
     where s.org_id = scope_org() and s.user_id = scope_user() and s.ended_date is null and s.expires_date > clock()
       and s.last_activity >= clock() - make_interval(secs =>
             idle_timeout(s.org_id, coalesce(scope_lo(), u.tpath), p_usual_idle, p_longest_idle) + p_grace)
     order by s.last_activity desc, s.id desc;
end $$;

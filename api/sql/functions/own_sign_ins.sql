-- The latest attempts to sign in as the actor, most of which were recorded before anybody was authenticated.
create or replace function own_sign_ins(p_limit int) returns table (at timestamptz, address text, device text, action text, reason text)
  language plpgsql stable security definer rows 50 as $$
#variable_conflict use_column
begin
  return query
    select a.at, a.address, coalesce(a.after ->> 'device', ''), a.action, a.reason from audit a
     where a.org_id = scope_org() and a.entity = 'user' and a.entity_id = scope_user() and a.action in ('session.began', 'session.refused')
     order by a.at desc, a.id desc limit p_limit;
end $$;

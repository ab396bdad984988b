-- The time zone of a tree path within the actor's scope: its own or the nearest above, which may be outside the scope.
create or replace function effective_time_zone(p_path text) returns text
  language plpgsql stable security definer as $$
begin
  return (select n.time_zone from nodes n
     where n.org_id = scope_org() and n.tpath = any(path_prefixes(p_path)) and n.time_zone is not null
       and in_scope(p_path)
     order by length(n.tpath) desc limit 1);
end $$;

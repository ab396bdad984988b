-- The country of the nearest node above a tree path within the actor's scope that has one; it may be outside the scope.
create or replace function country_above(p_path text) returns text
  language plpgsql stable security definer as $$
begin
  return (select n.country from nodes n
     where n.org_id = scope_org() and n.tpath = any(path_prefixes(p_path)) and n.tpath <> p_path
       and n.country is not null and in_scope(p_path)
     order by length(n.tpath) desc limit 1);
end $$;

-- Whether the scope is the whole organisation, so that no range of paths needs to be checked.
create or replace function scope_is_organisation() returns boolean language plpgsql stable as $$
begin
  return position('.' in scope_lo()) = length(scope_lo());
end $$;

-- The organisation whose portal a host name leads to, before anybody is authenticated.
create or replace function organisation_of_host(p_host text) returns uuid
  language plpgsql stable security definer as $$
begin
  return (select org_id from portal_hosts where host = p_host);
end $$;

-- The organisation whose portal a host name leads to, before anybody is authenticated.
create or replace function tenant_of_host(wanted text) returns uuid
  language sql stable security definer
  return (select org_id from portal_hosts where host = wanted);

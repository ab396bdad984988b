-- The region that the portal of a host hides; null without a host. The contract has the same rule for the browser.
create or replace function hidden_region(p_host text) returns text language plpgsql immutable as $$
begin
  return case when p_host like '%.cn' then 'REST_OF_WORLD' when p_host <> '' then 'CHINA' end;
end $$;

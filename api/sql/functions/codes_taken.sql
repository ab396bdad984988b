-- Which of the codes are in use. A code is unique within the organisation, including nodes outside the actor's scope.
create or replace function codes_taken(p_codes text[]) returns text[]
  language plpgsql stable security definer as $$
begin
  return coalesce((select array_agg(code_norm) from nodes
    where org_id = scope_org() and code_norm = any(p_codes) and deleted_date is null), '{}');
end $$;

-- Creates the root node and the organisation of a new tenant, which is in nobody's scope yet. Without a code the proposed one is
-- used, with a number if it is taken. Returns the code; null, and nothing is written, unless the actor acts at the platform's
-- root.
create or replace function create_organisation(p_id uuid, p_name text, p_name_norm text, p_code text, p_proposed text, p_address text,
  p_country text, p_email text, p_language text, p_api_key text) returns text
  language plpgsql volatile security definer as $$
declare
  chosen text := p_code;
  number int := 1;
begin
  if not exists (select from nodes top join users u on u.org_id = top.id
                  where top.node_type = 'GLOBAL' and top.id = scope_org() and top.tpath = scope_lo() and u.id = scope_user()) then
    return null;
  end if;
  if chosen is null then
    -- serialised, so that two organisations do not get the same proposed code
    perform pg_advisory_xact_lock(hashtextextended('create_organisation', 17));
    chosen := p_proposed;
    while exists (select from organisations where code = chosen) loop
      number := number + 1;
      chosen := left(p_proposed, 10 - length(number::text)) || number;
    end loop;
  end if;
  insert into nodes (id, org_id, tpath, node_type, name, name_norm, code, code_norm, search_text, country, email_id,
                     created_date, created_by, updated_date, updated_by)
    values (p_id, p_id, node_label(nextval('node_labels')) || '.', 'ORGANIZATION', p_name, p_name_norm, chosen, lower(chosen),
            p_name_norm || ' ' || lower(chosen), p_country, p_email, clock(), scope_user(), clock(), scope_user());
  insert into organisations (org_id, code, address, country, email_id, default_language, api_key)
    values (p_id, chosen, p_address, p_country, p_email, p_language, p_api_key);
  return chosen;
end $$;

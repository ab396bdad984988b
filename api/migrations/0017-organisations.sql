-- Organisations are listed and made from above all of them: by sessions that act at the top of the platform, and no other.

-- list_organisations: the one read across organisations. A null pattern finds all; the first column counts what was found,
-- and is told even where the page holds nothing.
create function list_organisations(p_pattern text, p_order text, p_descending boolean, p_offset int, p_limit int)
  returns table (total int, id uuid, name text, code text, host text, email_id text, country text, default_language text,
    status boolean, logo jsonb, store_count int, user_count int, created_date timestamptz, version int)
  language sql stable security definer rows 25 set search_path = public, pg_temp
  begin atomic
    with found as materialized (
      select n.id, row_number() over (order by
          case p_order when 'name' then n.name_norm when 'code' then o.code collate "C" end,
          case p_order when 'createdDate' then n.created_date end, n.id) as place
        from organisations o join nodes n on n.id = o.org_id
       where n.node_type = 'ORGANIZATION' and n.deleted_date is null
         and (p_pattern is null or n.search_text like p_pattern
              or exists (select from portal_hosts h where h.org_id = n.id and h.host like p_pattern))
         and exists (select from nodes top join users u on u.org_id = top.id
                      where top.node_type = 'GLOBAL' and top.id = scope_org() and top.tpath = scope_lo() and u.id = scope_user())
    ), page as materialized (
      select f.id, case when p_descending then -f.place else f.place end as place from found f order by 2 offset p_offset limit p_limit
    )
    select (select count(*)::int from found), n.id, n.name, o.code,
           (select h.host from portal_hosts h where h.org_id = n.id order by h.is_url desc, h.host limit 1),
           o.email_id, o.country, o.default_language, n.status,
           (select v.value from setting_values v where v.org_id = n.id and v.node_id = n.id and v.section = 'theme' and v.field = 'logoURL'
               and v.ended_date is null and v.valid_from <= clock() and (v.valid_until is null or v.valid_until > clock())
             order by v.valid_from desc limit 1),
           (select count(*)::int from nodes s where s.org_id = n.id and s.node_type = 'STORE' and s.deleted_date is null),
           (select count(*)::int from users u where u.org_id = n.id and u.deleted_date is null),
           n.created_date, n.version
      from (select) one
      left join page on true left join nodes n on n.id = page.id left join organisations o on o.org_id = n.id
     order by page.place;
  end;

-- found_organisation: a new tree of its own is in nobody's scope yet. It writes the root and the organisation and no more;
-- everything else is then written from within. Without a code the proposed one is taken, with a number where others have it.
-- Answers the code; nothing, and nothing is written, where the caller does not act at the top of the platform.
create function found_organisation(p_id uuid, p_name text, p_name_norm text, p_code text, p_proposed text, p_address text,
  p_country text, p_email text, p_language text, p_api_key text) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  chosen text := p_code;
  number int := 1;
begin
  if not exists (select from nodes top join users u on u.org_id = top.id
                  where top.node_type = 'GLOBAL' and top.id = scope_org() and top.tpath = scope_lo() and u.id = scope_user()) then
    return null;
  end if;
  if chosen is null then
    -- one at a time, so that two proposals at once do not meet
    perform pg_advisory_xact_lock(hashtextextended('found_organisation', 17));
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
grant insert on nodes, organisations to storeward_definer;
grant usage on sequence node_labels to storeward_definer;

do $$
declare
  listed text;
begin
  foreach listed in array array['list_organisations(text, text, boolean, int, int)',
    'found_organisation(uuid, text, text, text, text, text, text, text, text, text)'] loop
    execute format('alter function %s owner to storeward_definer', listed);
    execute format('revoke execute on function %s from public', listed);
    execute format('grant execute on function %s to storeward_app', listed);
  end loop;
end $$;

-- Organisations with their figures, across all tenants, for sessions that act at the platform's root only. A null pattern finds
-- all, another has a line for each word, with alternatives between tabs. Those whose name or code is exactly p_exact come first, in the
-- same order. The total is returned even if the page is empty.
create or replace function organisation_page(p_pattern text, p_exact text, p_order text, p_descending boolean, p_offset int, p_limit int)
  returns table (total int, id uuid, name text, code text, host text, email_id text, country text, default_language text,
    status boolean, logo jsonb, store_count int, user_count int, created_date timestamptz, version int)
  language plpgsql stable security definer rows 25 as $$
#variable_conflict use_column
begin
  return query
    with found as materialized (
      select n.id, n.name_norm = p_exact or n.code_norm = p_exact as exact, row_number() over (order by
          case p_order when 'name' then n.name_norm when 'code' then o.code collate "C" end,
          case p_order when 'createdDate' then n.created_date end, n.id) as rank
        from organisations o join nodes n on n.id = o.org_id
       where n.node_type = 'ORGANIZATION' and n.deleted_date is null
         and not exists (select from unnest(string_to_array(p_pattern, e'\n')) word
              where not exists (select from unnest(string_to_array(word, e'\t')) one
                where n.search_text like one or exists (select from portal_hosts h where h.org_id = n.id and h.host like one)))
         and exists (select from nodes top join users u on u.org_id = top.id
                      where top.node_type = 'GLOBAL' and top.id = scope_org() and top.tpath = scope_lo() and u.id = scope_user())
    ), page as materialized (
      select f.id, row_number() over (order by f.exact desc, case when p_descending then -f.rank else f.rank end) as rank
        from found f order by 2 offset p_offset limit p_limit
    )
    select (select count(*)::int from found), n.id, n.name, o.code,
           (select h.host from portal_hosts h where h.org_id = n.id order by h.is_url desc, h.host limit 1),
           o.email_id, o.country, o.default_language, n.status,
           (select v.value from setting_values v where v.org_id = n.id and v.node_id = n.id and v.section = 'theme' and v.field = 'logoURL'
               and is_current(v)
             order by v.valid_from desc limit 1),
           (select count(*)::int from nodes s where s.org_id = n.id and s.node_type = 'STORE' and s.deleted_date is null
               and not s.tpath ^@ any ((select hidden_paths(n.id, n.tpath))::text[])),
           (select count(*)::int from users u where u.org_id = n.id and u.deleted_date is null
               and not u.tpath ^@ any ((select hidden_paths(n.id, n.tpath))::text[])),
           n.created_date, n.version
      from (select) one
      left join page on true left join nodes n on n.id = page.id left join organisations o on o.org_id = n.id
     order by page.rank;
end $$;

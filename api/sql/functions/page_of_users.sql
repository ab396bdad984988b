-- The ids of a page of users. A search for a part of a word needs the trigram index, which is not used with row-level security: a
-- search in a large organisation takes 700 times as long. The scope is that of the transaction. A null pattern finds everybody.
-- The planner cannot estimate the number of matches: up to 5,000 are found first and then sorted, with more the index of the
-- order is scanned until the page is full.
create or replace function page_of_users(p_patterns text[], p_below text, p_only jsonb, p_order text, p_descending boolean, p_after text, p_after_id uuid, p_offset int, p_limit int)
  returns table (id uuid) language plpgsql stable security definer rows 25 as $$
declare
  everybody constant text := 'u.org_id = $1 and u.deleted_date is null';
  sorted constant text := case p_order when 'name' then 'name_norm' when 'userName' then 'user_name_norm' when 'emailId' then 'email_norm'
    when 'lastActive' then 'last_active' when 'createdDate' then 'created_date' end;
  in_order constant text := format(' order by u.%1$I %2$s, u.id %2$s', sorted, case when p_descending then 'desc' else 'asc' end);
  after constant text := case when p_after_id is null then '' else format(' and (u.%1$I, u.id) %2$s ($4::%3$s, $5)', sorted,
    case when p_descending then '<' else '>' end, case when p_order in ('lastActive', 'createdDate') then 'timestamptz' else 'text' end) end;
  few int;
begin
  execute 'select count(*) from (select from users u where ' || everybody || user_scope_conditions(p_patterns, p_below, p_only, false) || ' limit 5001) found'
    into few using scope_org(), scope_lo(), scope_hi();
  return query execute case
    when few <= 5000 then
      format('select u.id from (select u.id, u.%1$I from users u where ', sorted) || everybody
        || user_scope_conditions(p_patterns, p_below, p_only, false) || after || ' offset 0) u' || in_order
    else
      'select u.id from (select u.id, u.org_id, u.node_id, u.status, u.tpath, u.search_text, u.last_active, u.created_date, u.pending_email, u.pending_email_confirmed_date
         from users u where ' || everybody || after || in_order
        || ' offset 0) u where true' || user_scope_conditions(p_patterns, p_below, p_only, true)
    end || ' offset $6 limit $7'
    using scope_org(), scope_lo(), scope_hi(), p_after, p_after_id, p_offset, p_limit;
end $$;

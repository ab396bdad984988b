-- The ids of a page of users, and with p_most the number of users found, as count_users has it; without any user on the page the
-- number comes with a null id. A search for a part of a word needs the trigram index, which is not used with row-level security: a
-- search in a large organisation takes 700 times as long. The scope is that of the transaction. A null pattern finds everybody.
-- The planner cannot estimate the number of matches: up to 5,000 are found first, which counts and sorts them in one pass; with
-- more the index of the order is scanned until the page is full. Users whose user name, e-mail or full name is exactly the text
-- 'exact' of p_only come first, in the same order; a page after one of them continues among them. A page by its number in the
-- second half of everybody is read from the end: the counters of the scope are as exact as the rows, and of the same snapshot.
create or replace function user_page(p_patterns text[], p_below text, p_only jsonb, p_order text, p_descending boolean, p_after text, p_after_id uuid,
    p_offset int, p_limit int, p_most int)
  returns table (id uuid, total int, estimated boolean) language plpgsql stable security definer rows 25 as $$
declare
  everybody constant text := 'u.org_id = $1 and u.deleted_date is null';
  conditions constant text := everybody || user_scope_conditions(p_patterns, p_below, p_only, false);
  sorted constant text := case p_order when 'name' then 'name_norm' when 'userName' then 'user_name_norm' when 'emailId' then 'email_norm'
    when 'lastActive' then 'last_active' when 'createdDate' then 'created_date' end;
  in_order constant text := format(' order by u.%1$I %2$s, u.id %2$s', sorted, case when p_descending then 'desc' else 'asc' end);
  from_end constant text := format(' order by u.%1$I %2$s, u.id %2$s', sorted, case when p_descending then 'asc' else 'desc' end);
  one_page constant text := ' offset $6 limit $7';
  after constant text := case when p_after_id is null then '' else format(' and (u.%1$I, u.id) %2$s ($4::%3$s, $5)', sorted,
    case when p_descending then '<' else '>' end, case when p_order in ('lastActive', 'createdDate') then 'timestamptz' else 'text' end) end;
  exactly constant text := case when p_only ->> 'exact' is null then 'false'
    else format('(u.user_name_norm = %1$L or u.email_norm = %1$L or u.name_norm = %1$L)', p_only ->> 'exact') end;
  is_after_exact boolean := false;
  page uuid[];
  matches int;
  remaining int;
  is_estimate boolean := false;
begin
  if exactly <> 'false' and p_after_id is not null then
    execute 'select exists (select from users u where u.org_id = $1 and u.id = $2 and ' || exactly || ')' into is_after_exact using scope_org(), p_after_id;
  end if;
  if conditions = everybody and p_offset > 1000 and not exists (select from nodes g where g.id = scope_org() and g.node_type = 'GLOBAL') then
    select coalesce(sum(c.count), 0) - p_offset into remaining from scope_counts('user.') c;
  end if;
  if remaining > 0 and remaining < p_offset then
    execute format('select array(select u.id from (select u.id, u.%I from users u where ', sorted) || everybody || from_end
        || ' offset $2 limit $3) u' || in_order || ')'
      into page using scope_org(), greatest(remaining - p_limit, 0), least(remaining, p_limit);
  elsif conditions = everybody then
    execute 'select array(select u.id from users u where ' || everybody || after || in_order || one_page || ')'
      into page using scope_org(), scope_lo(), scope_hi(), p_after, p_after_id, p_offset, p_limit;
  else
    execute format('with found as materialized (select u.id, u.%I, %s as exact from users u where ', sorted, exactly) || conditions || ' limit 5001)
      select c.matches, case when c.matches <= 5000 then array(select u.id from found u where ' || case
        when p_after_id is null then 'true'
        when is_after_exact then '(not u.exact or true' || after || ')'
        else 'not u.exact' || after end || replace(in_order, 'order by ', 'order by u.exact desc, ') || one_page || ') end
        from (select count(*)::int as matches from found) c'
      into matches, page using scope_org(), scope_lo(), scope_hi(), p_after, p_after_id, p_offset, p_limit;
    if matches > 5000 then
      matches := null;
      execute 'select array(select u.id from (' || case when exactly = 'false' or p_after_id is not null and not is_after_exact then '' else
          '(select u.id from users u where ' || conditions || ' and ' || exactly || after || in_order || ') union all ' end
        || '(select u.id from (select u.id, u.org_id, u.node_id, u.status, u.tpath, u.search_text, u.last_active, u.created_date, u.pending_email,
           u.pending_email_confirmed_date, u.mail_refused_date, u.user_name_norm, u.email_norm, u.name_norm from users u where ' || everybody
        || case when is_after_exact then '' else after end || in_order
        || ' offset 0) u where not ' || exactly || user_scope_conditions(p_patterns, p_below, p_only, true) || ')) u' || one_page || ')'
        into page using scope_org(), scope_lo(), scope_hi(), p_after, p_after_id, p_offset, p_limit;
    end if;
  end if;
  if p_most is not null and matches is null then
    select c.total, c.estimated into matches, is_estimate from count_users(p_patterns, p_below, p_only, p_most) c;
  end if;
  if p_most is not null and cardinality(page) = 0 then
    return query select null::uuid, matches, is_estimate;
  else
    return query select x.id, matches, is_estimate from unnest(page) with ordinality x(id, rank) order by x.rank;
  end if;
end $$;

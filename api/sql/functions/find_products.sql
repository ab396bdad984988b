-- A page of products of the scope's organisation, and how many there are: exactly up to p_most, beyond that by the planner's estimate.
-- Products are found by the keys of their words and compared with the patterns p_beginning; if there are none, p_within finds parts of
-- words. Those with exactly the SKU p_exact come first. As for users, row-level security would prevent the use of the indexes, and the
-- planner cannot estimate the number of matches: few are found first and then sorted, with more the index of the order is scanned until
-- the page is full.
create or replace function find_products(p_keys int[], p_beginning text[], p_within text[], p_sku text, p_exact text, p_only jsonb, p_order text,
    p_descending boolean, p_after text, p_after_id uuid, p_offset int, p_limit int, p_most int)
  returns table (id uuid, total int, estimated boolean) language plpgsql volatile security definer rows 25 as $$
declare
  few constant int := 2000;
  live constant text := 'p.org_id = $1 and p.deleted_date is null';
  sorted constant text := case p_order when 'name' then 'name_norm' when 'SKU' then 'sku_norm' when 'updatedDate' then 'updated_date' end;
  in_order constant text := format(' order by p.%1$I %2$s, p.id %2$s', sorted, case when p_descending then 'desc' else 'asc' end);
  after constant text := case when p_after_id is null then '' else format(' and (p.%1$I, p.id) %2$s ($2::%3$s, $3)', sorted,
    case when p_descending then '<' else '>' end, case when p_order = 'updatedDate' then 'timestamptz' else 'text' end) end;
  filters constant text := product_conditions('{}', p_sku, p_only);
  keyed constant text := case when p_keys = '{}' then '' else format(' and (p.search_keys @> %L or p.search_keys is null)', p_keys) end;
  -- an expression, so that the planner does not use the trigram index beside the keys
  compared text := filters || coalesce((
    select string_agg(format(' and p.search_text || '''' like %L', pattern), '') from unnest(p_beginning) pattern), '');
  conditions text := compared || keyed;
  found uuid[];
  plan json;
begin
  total := few + 1;
  estimated := false;
  -- a single key can be that of thousands: the planner knows how many products have a frequent one, and keys are those of one organisation
  if cardinality(p_keys) = 1 and p_most <= few then
    execute format('explain (format json) select from products p where p.deleted_date is null%s and p.search_keys @> %L', filters, p_keys)
      into plan using scope_org();
    if (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric > few then
      total := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric::int;
      estimated := true;
    end if;
  end if;
  for attempt in 1..2 loop
    exit when conditions = '' or estimated;
    execute format('select count(*), array_agg(p.id order by p.exact desc, %s) filter (where true%s)
        from (select p.id, p.%I, p.sku_norm = $4 as exact from products p where %s%s limit %s) p',
        substr(in_order, 11), after, sorted, live, conditions, few + 1)
      into total, found using scope_org(), p_after, p_after_id, p_exact;
    exit when total > 0 or p_within = '{}';
    compared := product_conditions(p_within, p_sku, p_only);
    conditions := compared;
  end loop;
  if total <= few then
    return query select page.id, total, estimated from unnest(found) with ordinality page (id, position)
      order by page.position offset p_offset limit p_limit;
    return;
  end if;
  if p_most > few then
    execute format('select count(*) from (select from products p where %s%s limit %s) p', live, conditions, p_most + 1) into total using scope_org();
  end if;
  if total > p_most and not estimated then
    execute format('explain (format json) select from products p where %s%s', live, conditions) into plan using scope_org();
    total := greatest((plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric::int, total);
    estimated := true;
  end if;
  return query execute 'select page.id, $7, $8 from (' || case
    when p_exact = '' then
      format('select p.id from (select p.* from products p where %s%s%s offset 0) p where true%s', live, after, in_order, compared)
    else
      format('(select p.id from products p where %1$s and p.sku_norm = $4%2$s%3$s) union all
        (select p.id from (select p.* from products p where %1$s%4$s%3$s offset 0) p where p.sku_norm <> $4%2$s)', live, compared, in_order, after)
    end || ' offset $5 limit $6) page'
    using scope_org(), p_after, p_after_id, p_exact, p_offset, p_limit, total, estimated;
end $$;

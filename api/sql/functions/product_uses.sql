-- The nodes and sections whose present or planned values name products, each with the number of all. Row-level security would prevent
-- the use of the index.
create or replace function product_uses(p_skus text[], p_limit int)
  returns table (sku text, section text, node_id uuid, node_name text, node_type text, total int)
  language plpgsql stable security definer rows 100 as $$
begin
  return query execute $words$
  with used as (
    select distinct named.sku, v.section, v.node_id from setting_values v, unnest(v.skus) named (sku)
     where v.org_id = scope_org() and v.skus <> '{}' and v.skus && $1 and named.sku = any($1) and is_current_or_planned(v)
       and in_scope(v.tpath))
  select u.sku, u.section, n.id, n.name, n.node_type, (count(*) over ())::int
    from used u join nodes n on n.org_id = scope_org() and n.id = u.node_id and n.deleted_date is null
   order by n.tpath, u.section, u.sku limit $2
  $words$ using p_skus, p_limit;
end $$;

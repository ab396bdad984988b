-- SQL conditions for the filters of a list of products: patterns of its words, the beginning of a SKU, and the fields of p_only; $1 is
-- the organisation. The doubled SKUs are an array: it is made once, where a join repeats the grouping as long as statistics lack.
create or replace function product_conditions(p_patterns text[], p_sku text, p_only jsonb) returns text
  language plpgsql stable as $$
begin
  return case when p_sku = '' then '' else format(' and p.sku_norm >= %L and p.sku_norm < %L', p_sku, p_sku || chr(1114111)) end
    || case p_only ->> 'status' when 'enabled' then ' and p.status' when 'disabled' then ' and not p.status' else '' end
    || case when p_only ->> 'vatClass' is null then '' when p_only ->> 'vatClass' = 'none' then ' and p.vat_class is null'
         else format(' and p.vat_class = %L', p_only ->> 'vatClass') end
    || case when p_only ->> 'tag' is null then '' else format(
         ' and exists (select from unnest(p.tags) tag where lower(tag) = lower(%L))', p_only ->> 'tag') end
    || case p_only ->> 'flaw' when 'name' then ' and p.name_norm = ''''' when 'image' then ' and p.image_urls = ''{}'''
         when 'price' then ' and p.price is null'
         when 'sameSku' then ' and p.sku_shape = any (array(select o.sku_shape from products o where o.org_id = $1 and o.deleted_date is null group by o.sku_shape having count(*) > 1))'
         else '' end
    || coalesce((select string_agg(format(' and p.search_text like %L', pattern), '') from unnest(p_patterns) pattern), '');
end $$;

-- A page of the files of the scope's organisation that the actor may see, and how many there are. Users of a part of the tree see their
-- own uploads, the images of products, what settings within their part use or used, and what they inherit from above. Row-level
-- security hides the settings above. Files whose name, with or without its ending, is exactly the text 'exact' of p_only come first.
create or replace function find_uploads(p_patterns text[], p_only jsonb, p_all boolean, p_sort text, p_descending boolean, p_offset int, p_limit int)
  returns table (id uuid, address text, bytes int, type text, name text, width int, height int, duration int, created_date timestamptz,
    created_by uuid, used boolean, total int) language plpgsql stable security definer rows 25 as $$
begin
  return query
  with found as (
    select u.*, exists (select from file_uses f where f.org_id = u.org_id and f.address = u.address) as used from uploads u
     where u.org_id = scope_org() and u.search_text like all (p_patterns)
       and (p_only ->> 'kind' is null or u.type ^@ (p_only ->> 'kind'))
       and (p_all or u.created_by = scope_user() or exists (
         select from (select uses.org_id, uses.address, uses.kind as used_by, uses.record from file_uses uses) f
           left join setting_values v on v.org_id = f.org_id and v.id = (case when f.used_by = 'setting' then f.record end)::uuid
          where f.org_id = u.org_id and f.address = u.address
            and (f.used_by = 'product' or in_scope(v.tpath) or (v.ended_date is null and scope_lo() ^@ v.tpath)))))
  select f.id, f.address, f.bytes, f.type, f.name, f.width, f.height, f.duration, f.created_date, f.created_by, f.used, (count(*) over ())::int
    from found f where p_only ->> 'used' is null or f.used = (p_only ->> 'used')::boolean
   order by case when p_only ? 'exact'
              then p_only ->> 'exact' in (normalize(lower(f.name)), normalize(lower(regexp_replace(f.name, '\.[^.]*$', '')))) end desc nulls last,
            case when p_sort = 'name' and not p_descending then lower(f.name) end, case when p_sort = 'name' and p_descending then lower(f.name) end desc,
            case when p_sort = 'bytes' and not p_descending then f.bytes end, case when p_sort = 'bytes' and p_descending then f.bytes end desc,
            case when p_sort = 'createdDate' and not p_descending then f.created_date end, f.created_date desc, f.address
  offset p_offset limit p_limit;
end $$;

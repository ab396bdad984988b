-- The tree paths at or below p_lo that the host of the request does not show, with everything below them: those of nodes of the
-- other region only. Where p_lo is hidden itself it is a reader's own node, which stays, and all that may follow its path is
-- hidden.
create or replace function hidden_paths(p_org uuid, p_lo text) returns text[]
  language plpgsql stable as $$
begin
  return coalesce((
    select case when bool_or(p_lo ^@ n.tpath) then array(select p_lo || digit from unnest(string_to_array('0123456789abcdefghijklmnopqrstuvwxyz', null)) digit)
             else array_agg(n.tpath) filter (where n.tpath ^@ p_lo) end
      from nodes n where n.org_id = p_org and cardinality(n.region) = 1 and n.region[1] = hidden_region(scope_host())
       and n.deleted_date is null), '{}');
end $$;

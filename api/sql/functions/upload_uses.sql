-- The records that use a file of the scope's organisation: those that the actor may see, one row for each, and the number of all others.
-- Row-level security would hide the others altogether, and a file in use could not be told from one that may be deleted.
create or replace function upload_uses(p_address text, p_all boolean, p_limit int)
  returns table (kind text, state text, section text, node_id uuid, node_type text, record_id uuid, name text, total int, hidden int)
  language plpgsql stable security definer rows 25 as $$
begin
  return query
  with used as (
    select f.kind as used_by, f.record from file_uses f where f.org_id = scope_org() and f.address = p_address),
  uses as (
    select 'setting' as kind, case when v.ended_date is not null or v.valid_until <= clock() then 'earlier' when v.valid_from > clock() then 'planned' else 'now' end as state,
           v.section, n.id as node_id, n.node_type, null::uuid as record_id, n.name, n.tpath, in_scope(v.tpath) and n.deleted_date is null as shown
      from used u join setting_values v on v.org_id = scope_org() and v.id = (case when u.used_by = 'setting' then u.record end)::uuid
      join nodes n on n.org_id = v.org_id and n.id = v.node_id
    union
    select 'draft', 'planned', split_part(u.record, ' ', 2), n.id, n.node_type, null, n.name, n.tpath, in_scope(n.tpath)
      from used u join nodes n on n.org_id = scope_org() and n.id = (case when u.used_by = 'draft' then split_part(u.record, ' ', 1) end)::uuid
    union
    select 'product', 'now', null, null, null, p.id, coalesce(nullif(p.name, ''), p.sku), null, true
      from used u join products p on p.org_id = scope_org() and p.id = (case when u.used_by = 'product' then u.record end)::uuid
    union
    select 'import', 'now', null, null, null, r.id, r.file_name, null, p_all or r.user_id = scope_user()
      from used u join import_runs r on r.org_id = scope_org() and r.id = (case when u.used_by = 'import' then u.record end)::uuid),
  counted as (
    select count(*) filter (where u.shown)::int as shown, count(*) filter (where not u.shown)::int as hidden from uses u)
  select u.kind, u.state, u.section, u.node_id, u.node_type, u.record_id, u.name, c.shown, c.hidden
    from counted c left join uses u on u.shown
   order by array_position(array['now', 'planned', 'earlier'], u.state), u.kind desc, u.tpath, u.section, u.name, u.record_id limit p_limit;
end $$;

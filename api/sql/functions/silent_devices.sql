-- The devices of the actor's scope that have a key and were last seen before a moment, up to p_limit of them, by type, and the number
-- of their stores. In a small sub-tree all devices are looked at, in a large one the silent ones of the organisation.
create or replace function silent_devices(p_before timestamptz, p_limit int, out mobile int, out tablet int, out stores int)
  language plpgsql stable security definer as $$
declare
  shown constant text := ' and d.key_hash is not null and d.last_seen < $4 and not d.tpath ^@ any ($5)';
  few constant boolean := (select coalesce(sum(c.count), 0) from scope_counts('device.') c) <= 5000;
begin
  execute 'select count(*) filter (where found.type = ''mobile'')::int, count(*) filter (where found.type = ''tablet'')::int, count(distinct found.node_id)::int from ('
    || case when few then
         'select d.type, d.node_id from devices d where d.org_id = $1 and d.deleted_date is null and d.tpath >= $2 and d.tpath < $3' || shown
       else
         'select d.type, d.node_id from (select d.type, d.node_id, d.tpath, d.key_hash, d.last_seen from devices d where d.org_id = $1 and d.deleted_date is null and d.key_hash is not null and d.last_seen < $4 offset 0) d
           where d.tpath >= $2 and d.tpath < $3' || shown
       end || ' limit $6) found'
    into mobile, tablet, stores using scope_org(), scope_lo(), scope_hi(), p_before, scope_hidden(), p_limit;
end $$;

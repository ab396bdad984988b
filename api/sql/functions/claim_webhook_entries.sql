-- Claims the next up to p_most entries of the audit's hash chain for one webhook of any organisation, and sets the scope to the
-- whole organisation. The position of the webhook moves on in the same transaction, so each entry is claimed once. Returns the
-- entries that it reports, in the order of the chain; p_types has the event of each action. An entry is found by the labels of
-- its path, which stay the same when a node moves. Reads the names of the changed fields, and no values.
create or replace function claim_webhook_entries(p_types jsonb, p_most int) returns text
  language plpgsql volatile security definer as $$
declare
  hook record;
  own text;
  last_position bigint;
  lo text;
begin
  select w.id, w.org_id, w.node_id, w.tpath, w.events, w.events_since, w.host, w.followed_position into hook
    from webhooks w join nodes n on n.org_id = w.org_id and n.id = w.node_id and n.deleted_date is null
   where w.status and w.events <> '{configuration.changed}'
     and exists (select from audit_chain c where c.org_id = w.org_id and c.position > w.followed_position)
   order by w.followed_date nulls first, w.id limit 1 for update of w skip locked;
  if not found then return null; end if;
  select max(x.position) into last_position from (
    select c.position from audit_chain c where c.org_id = hook.org_id and c.position > hook.followed_position
     order by c.position limit p_most) x;
  update webhooks w set followed_position = last_position, followed_date = clock_now() where w.org_id = hook.org_id and w.id = hook.id;
  own := split_part(rtrim(hook.tpath, '.'), '.', -1);
  select n.tpath into lo from nodes n where n.id = hook.org_id;
  perform set_config('app.org', hook.org_id::text, true), set_config('app.lo', lo, true),
          set_config('app.hi', sub_tree_end(lo), true), set_config('app.user', '', true);
  return (
    with hidden as materialized (
      -- two parts, each of which has an index
      select split_part(rtrim(n.tpath, '.'), '.', -1) as label from (
        select tpath, region from nodes where org_id = hook.org_id and cardinality(region) = 1 and deleted_date is null
        union all select tpath, region from nodes where org_id = hook.org_id and deleted_date is not null) n
       where cardinality(n.region) = 1 and n.region[1] = hidden_region(hook.host)
    ), entries as materialized (
      select c.position, a.*, string_to_array(rtrim(a.tpath, '.'), '.') as labels from audit_chain c join audit a on a.id = c.audit_id
       where c.org_id = hook.org_id and c.position > hook.followed_position and c.position <= last_position
         and a.at >= hook.events_since and p_types ->> a.action = any(hook.events)
    ), moved as materialized (
      -- the nodes of entries whose path has changed since, by their labels in one scan
      select n.id, split_part(n.tpath, '.', -2) as label from nodes n
       where n.org_id = hook.org_id and split_part(n.tpath, '.', -2) in (
         select e.labels[cardinality(e.labels)] from entries e
          where not exists (select from nodes x where x.org_id = hook.org_id and x.tpath = e.tpath))
    ), reported as (
      select e.*, coalesce(
               (select n.id from nodes n where n.org_id = hook.org_id and n.tpath = e.tpath),
               (select m.id from moved m where m.label = e.labels[cardinality(e.labels)]),
               hook.node_id) as node_id_then
        from entries e
       where own = any(e.labels)
         and (e.labels[cardinality(e.labels)] = own or not exists (select from unnest(e.labels) x(label) where x.label in (select h.label from hidden h)))
    )
    select json_build_object('orgId', hook.org_id, 'lo', lo, 'hi', sub_tree_end(lo), 'webhookId', hook.id, 'tpath', hook.tpath, 'time', clock(),
             'entries', coalesce(json_agg(json_build_object(
               'at', r.at, 'action', r.action, 'entity', r.entity, 'entityId', r.entity_id, 'actorId', r.actor_id, 'runId', r.run_id, 'reason', r.reason,
               'count', r.after -> 'count',
               'fields', array(select distinct k from (select jsonb_object_keys(r.before) union select jsonb_object_keys(r.after)) keys(k) order by k),
               'place', (select json_build_object('id', n.id, 'code', n.code, 'name', n.name, 'nodeType', n.node_type) from nodes n where n.id = r.node_id_then),
               'path', array(select above.id from nodes n join nodes above on above.org_id = n.org_id and above.tpath = any(path_prefixes(n.tpath))
                              where n.id = r.node_id_then and above.tpath ^@ hook.tpath order by above.tpath)
             ) order by r.position), '[]'::json))::text
      from reported r);
end $$;

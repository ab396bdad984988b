-- Inserts an audit entry from its fields as JSON.
create or replace function insert_audit_event(p_org uuid, p_event jsonb) returns void
  language plpgsql volatile as $$
begin
  insert into audit (id, org_id, tpath, actor_id, session_id, address, action, entity, entity_id, after, reason)
    select gen_random_uuid(), p_org, coalesce(nullif(x.tpath, ''), (select n.tpath from nodes n where n.id = p_org)), x."actorId", x."sessionId", coalesce(x.address, ''), x.action, x.entity, x."entityId",
           nullif(x.after, 'null'), x.reason
      from jsonb_to_record(p_event) x(tpath text, "actorId" uuid, "sessionId" uuid, address text, action text, entity text,
             "entityId" uuid, after jsonb, reason text);
end $$;

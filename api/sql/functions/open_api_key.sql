-- Authenticates an API key and sets the scope of the transaction from its service account. It must read across tenants, since
-- the scope is not known before.
--
-- The result is like that of open_session: a stamp, and the actor as JSON unless the process knows the stamp (p_known). A key that
-- is not accepted is an error code after an exclamation mark; only the owner of the whole key learns more than that it is not
-- valid. p_hash null: the key was verified when it was exchanged for an access token, which ends at p_token_ends. The time of the
-- last use is written once a minute at most.
create or replace function open_api_key(p_prefix text, p_hash bytea, p_token_ends timestamptz, p_host text, p_known text, p_key text,
  p_address inet) returns text
  language plpgsql volatile security definer as $$
declare
  instant constant timestamptz := clock();
  acting record;
  path_state record;
  is_old boolean;
  is_new_address boolean;
  used timestamptz;
  network text;
  hi text;
  stamp text;
begin
  if p_token_ends <= instant then return '!session.expired'; end if;
  select s.*, r.id is not null and r.status and r.deleted_date is null as has_role, r.name as role_name, r.access_rights,
         r.version as role_version, r.xmin::text as role_written, n.name as node_name, n.node_type
    into acting
    from service_accounts s
    join nodes n on n.org_id = s.org_id and n.id = s.node_id
    left join roles r on r.org_id = s.org_id and r.id = s.role_id
   where s.prefix = p_prefix or s.old_prefix = p_prefix;
  if not found then return '!apiKey.invalid'; end if;
  is_old := acting.prefix <> p_prefix;
  if p_hash <> (case when is_old then acting.old_key_hash else acting.key_hash end) then return '!apiKey.invalid'; end if;
  -- a key is valid on its own organisation's hosts only
  if p_host is null or not exists (select from portal_hosts where host = p_host and org_id = acting.org_id) then
    return '!apiKey.invalid';
  end if;
  if p_key is not null and not exists (select from organisations where org_id = acting.org_id and api_key = p_key) then
    return '!session.expired';
  end if;
  if acting.revoked_date is not null then return '!apiKey.revoked'; end if;
  if (case when is_old then acting.old_until else acting.until end) <= instant then return '!apiKey.expired'; end if;
  if acting.networks <> '{}' and not exists (select from unnest(acting.networks) allowed where p_address <<= allowed::inet) then
    return '!apiKey.addressRefused';
  end if;
  -- and only while its role, its node and all above it are enabled
  select coalesce(bool_and(x.status and x.deleted_date is null), false) as open, coalesce(sum(x.version), 0) as versions
    into path_state from nodes x where x.org_id = acting.org_id and x.tpath = any(path_prefixes(acting.tpath));
  if not path_state.open or not acting.has_role then return '!apiKey.suspended'; end if;

  used := case when is_old then acting.old_last_used else acting.last_used end;
  if used is null or used < instant - interval '1 minute' then
    -- of IPv6 the network of one customer
    network := case when family(p_address) = 6 then network(set_masklen(p_address, 64))::text else host(p_address) end;
    is_new_address := network <> all (acting.known_addresses);
    update service_accounts set
        last_used = case when is_old then last_used else instant end,
        old_last_used = case when is_old then instant else old_last_used end,
        last_address = host(p_address),
        known_addresses = case when is_new_address then (known_addresses || network)[greatest(1, cardinality(known_addresses) - 48):] else known_addresses end
     where id = (select id from service_accounts where id = acting.id for update skip locked);
    if found and is_new_address then
      perform insert_audit_event(acting.org_id, jsonb_build_object('tpath', acting.tpath, 'actorId', acting.id, 'sessionId', acting.id,
        'address', host(p_address), 'action', 'apiKey.usedFromNewAddress', 'entity', 'apiKey', 'entityId', acting.id));
    end if;
  end if;

  hi := sub_tree_end(acting.tpath);
  perform set_config('app.org', acting.org_id::text, true), set_config('app.lo', acting.tpath, true),
          set_config('app.hi', hi, true), set_config('app.user', acting.id::text, true),
          set_config('app.hidden', hidden_paths(acting.org_id, acting.tpath)::text, true);

  stamp := concat_ws(' ', p_prefix, acting.version, acting.role_id, acting.role_version, acting.role_written, acting.node_id, path_state.versions, acting.tpath);
  if stamp = p_known then return stamp; end if;
  return stamp || E'\n' || json_build_object(
    'sessionId', acting.id, 'userId', acting.id, 'userName', '', 'firstName', acting.name, 'lastName', '', 'mustChangePassword', false,
    'homeOrgId', acting.org_id, 'orgId', acting.org_id, 'lo', acting.tpath, 'hi', hi,
    'rootNode', json_build_object('id', acting.node_id, 'name', acting.node_name, 'nodeType', acting.node_type),
    'above', coalesce((select json_agg(json_build_object('id', x.id, 'name', x.name, 'nodeType', x.node_type) order by x.tpath)
                from nodes x where x.org_id = acting.org_id and x.tpath = any(path_prefixes(acting.tpath)) and x.id <> acting.node_id), '[]'::json),
    'roleId', acting.role_id, 'roleName', acting.role_name,
    'assignmentUntil', case when is_old then acting.old_until else acting.until end,
    'accessRights', to_json(acting.access_rights), 'apiKeyPrefix', p_prefix)::text;
end $$;

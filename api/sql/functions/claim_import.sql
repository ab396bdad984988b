-- Claims a due import until the end of the transaction: that which has waited longest, of the organisation whose last turn is the
-- longest ago, so that one with many imports delays no other. Sets the scope to what its user may access now, on the host where it
-- began, and returns the actor. Without rights only the run is returned, which then has to be marked as failed.
create or replace function claim_import() returns text
  language plpgsql volatile security definer as $$
declare
  instant constant timestamptz := clock();
  run record;
  owner record;
  lo text;
begin
  select r.* into run from import_runs r
    join (select d.org_id, (select max(x.updated_date) from import_runs x where x.org_id = d.org_id and x.updated_date > x.created_date) as last_turn
            from (select distinct w.org_id from import_runs w
                   where w.state in ('checking', 'running', 'undoing') and w.next_try <= instant) d) due on due.org_id = r.org_id
   where r.state in ('checking', 'running', 'undoing') and r.next_try <= instant
   order by due.last_turn nulls first, r.next_try limit 1 for update of r skip locked;
  if not found then return null; end if;
  lo := run.tpath;
  perform set_config('app.org', run.org_id::text, true), set_config('app.lo', lo, true),
          set_config('app.hi', sub_tree_end(lo), true), set_config('app.user', run.user_id::text, true),
          set_config('app.host', run.host, true);
  perform set_config('app.hidden', hidden_paths(run.org_id, lo)::text, true);
  select u.*, r.id as role_id, r.name as role_name, r.access_rights, a.until, n.name as node_name, n.node_type
    into owner
    from users u
    join nodes n on n.org_id = run.org_id and n.id = run.node_id
    join assignments a on a.org_id = u.org_id and a.user_id = u.id and a.id = run.assignment_id and (a.until is null or a.until > instant)
    join roles r on r.org_id = a.org_id and r.id = a.role_id and r.status and r.deleted_date is null
   where u.id = run.user_id and u.status and u.deleted_date is null
     and a.org_id = run.org_id and run.tpath ^@ a.tpath
     and not exists (select from nodes x where x.org_id = run.org_id and x.tpath = any(path_prefixes(run.tpath))
                      and not (x.status and x.deleted_date is null));
  if owner.id is null then
    -- a service account: its id is that of its assignment too
    select s.id, s.org_id, s.name as first_name, '' as last_name, '' as user_name, true as manual_password, r.id as role_id, r.name as role_name,
           r.access_rights, s.until, n.name as node_name, n.node_type
      into owner
      from service_accounts s
      join nodes n on n.org_id = run.org_id and n.id = run.node_id
      join roles r on r.org_id = s.org_id and r.id = s.role_id and r.status and r.deleted_date is null
     where s.id = run.user_id and s.id = run.assignment_id and s.revoked_date is null and greatest(s.until, s.old_until) > instant
       and s.org_id = run.org_id and run.tpath ^@ s.tpath
       and not exists (select from nodes x where x.org_id = run.org_id and x.tpath = any(path_prefixes(run.tpath))
                        and not (x.status and x.deleted_date is null));
  end if;
  return json_build_object('run', run.id, 'kind', run.kind, 'host', run.host, 'address', run.address, 'orgId', run.org_id,
    'lo', lo, 'hi', sub_tree_end(lo), 'actor', case when owner.id is null then null else json_build_object(
      'sessionId', run.session_id, 'userId', owner.id, 'userName', owner.user_name, 'firstName', owner.first_name, 'lastName', owner.last_name,
      'mustChangePassword', not owner.manual_password, 'homeOrgId', owner.org_id,
      'rootNode', json_build_object('id', run.node_id, 'name', owner.node_name, 'nodeType', owner.node_type),
      'above', '[]'::json, 'roleId', owner.role_id, 'roleName', owner.role_name, 'assignmentUntil', owner.until,
      'accessRights', to_json(owner.access_rights)) end)::text;
end $$;

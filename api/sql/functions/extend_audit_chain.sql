-- Appends up to p_most audit entries of all organisations to their hash chains, oldest first; returns how many. One process at a
-- time does it.
create or replace function extend_audit_chain(p_most int) returns int
  language plpgsql volatile security definer as $$
declare
  current_version constant int := 1;
  one record;
  last record;
  entry audit;
  appended int := 0;
begin
  if not pg_try_advisory_xact_lock(16) then return 0; end if;
  perform set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true); -- in the order of the index, whatever the statistics were when the plan was cached
  for one in select u.audit_id, u.org_id from audit_chain_queue u order by u.at, u.audit_id limit p_most
  loop
    select * into entry from audit a where a.id = one.audit_id;
    select position, hash into last from audit_chain s where s.org_id = one.org_id order by position desc limit 1;
    insert into audit_chain (org_id, position, audit_id, hash, version) values (one.org_id, coalesce(last.position, 0) + 1, one.audit_id,
      audit_hash(current_version, coalesce(last.hash, ''), entry), current_version);
    delete from audit_chain_queue where audit_id = one.audit_id;
    appended := appended + 1;
  end loop;
  return appended;
end $$;

-- Appends up to p_most audit entries of all organisations to their hash chains, oldest first; returns how many. One process at a
-- time does it. The entries of a chain are hashed one after the other, but written together: a statement for each costs more than
-- its hash.
create or replace function extend_audit_chain(p_most int) returns int
  language plpgsql volatile security definer as $$
declare
  current_version constant int := 1;
  one record;
  chain uuid;
  rank bigint;
  link bytea;
  audit_ids uuid[] := '{}';
  chains uuid[] := '{}';
  positions bigint[] := '{}';
  hashes bytea[] := '{}';
begin
  if not pg_try_advisory_xact_lock(16) then return 0; end if;
  perform set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true); -- in the order of the index, whatever the statistics were when the plan was cached
  for one in
    select u.audit_id, u.org_id, a as entry
      from (select q.audit_id, q.org_id, q.at from audit_chain_queue q order by q.at, q.audit_id limit p_most) u
      left join audit a on a.id = u.audit_id
     order by u.org_id, u.at, u.audit_id
  loop
    if chain is distinct from one.org_id then
      chain := one.org_id;
      select s.position, s.hash into rank, link from audit_chain s where s.org_id = chain order by s.position desc limit 1;
      rank := coalesce(rank, 0);
      link := coalesce(link, '');
    end if;
    rank := rank + 1;
    link := audit_hash(current_version, link, one.entry);
    audit_ids := audit_ids || one.audit_id;
    chains := chains || chain;
    positions := positions || rank;
    hashes := hashes || link;
  end loop;
  if audit_ids = '{}' then return 0; end if;
  insert into audit_chain (org_id, position, audit_id, hash, version)
    select x.chain, x.rank, x.audit_id, x.link, current_version from unnest(chains, positions, audit_ids, hashes) x(chain, rank, audit_id, link);
  delete from audit_chain_queue where audit_id = any(audit_ids);
  return cardinality(audit_ids);
end $$;

-- Recomputes up to p_limit hashes of an organisation's chain after a position whose hash is known; returns the last position and
-- hash that were read, their number, how many positions do not match, and the first of these.
create or replace function verify_chain_part(p_org uuid, p_position bigint, p_hash bytea, p_limit int)
  returns table ("position" bigint, hash bytea, entries int, faults int, first_fault bigint)
  language plpgsql stable security definer as $$
declare
  one record;
begin
  position := p_position;
  hash := p_hash;
  entries := 0;
  faults := 0;
  for one in select s.position, s.version, s.hash, a.id as found, a as entry
               from audit_chain s left join audit a on a.id = s.audit_id
              where s.org_id = p_org and s.position > p_position order by s.position limit p_limit loop
    if one.position <> position + 1 or one.found is null or audit_hash(one.version, hash, one.entry) is distinct from one.hash then
      faults := faults + 1;
      first_fault := coalesce(first_fault, one.position);
    end if;
    position := one.position;
    hash := one.hash;
    entries := entries + 1;
  end loop;
  return next;
end $$;

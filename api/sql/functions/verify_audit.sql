-- Recomputes the hash chain of every organisation; returns the entries where it does not match: a changed entry, a missing entry
-- or predecessor.
create or replace function verify_audit() returns table (org_id uuid, "position" bigint, audit_id uuid, fault text)
  language plpgsql stable security definer as $$
declare
  one record;
  org uuid;
  expected bigint;
  before bytea;
begin
  for one in select s.org_id, s.position, s.audit_id, s.hash, a.id as found, a as entry
               from audit_chain s left join audit a on a.id = s.audit_id order by s.org_id, s.position loop
    if org is distinct from one.org_id then
      org := one.org_id;
      expected := 1;
      before := '';
    end if;
    if one.position <> expected then
      return query select one.org_id, one.position, one.audit_id, 'gone'::text;
    elsif one.found is null then
      return query select one.org_id, one.position, one.audit_id, 'gone'::text;
    elsif one.hash <> sha256(before || audit_canonical_form(one.entry)) then
      return query select one.org_id, one.position, one.audit_id, 'changed'::text;
    end if;
    expected := one.position + 1;
    before := one.hash;
  end loop;
end $$;

-- Stores how far the hash chains were verified and signed, for the screen of each organisation.
create or replace function update_audit_status(p_rows jsonb) returns void
  language plpgsql volatile security definer as $$
begin
  insert into audit_status as s (org_id, verified_position, verified_date, faults, first_fault, anchor, anchored_date)
    select x."orgId", x.position, case when x.position is null then null else clock() end, coalesce(x.faults, 0), x."firstFault", x.anchor,
           case when x.anchor is null then null else clock() end
      from jsonb_to_recordset(p_rows) x("orgId" uuid, position bigint, faults int, "firstFault" bigint, anchor jsonb)
     where exists (select from nodes n where n.id = x."orgId")
    on conflict (org_id) do update set
      verified_position = coalesce(excluded.verified_position, s.verified_position),
      verified_date = coalesce(excluded.verified_date, s.verified_date),
      faults = excluded.faults,
      first_fault = excluded.first_fault,
      anchor = coalesce(excluded.anchor, s.anchor),
      anchored_date = coalesce(excluded.anchored_date, s.anchored_date);
end $$;

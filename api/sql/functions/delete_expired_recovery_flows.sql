-- Deletes up to p_most expired password recoveries of any organisation; rows locked by others are skipped. Every new recovery
-- calls it.
create or replace function delete_expired_recovery_flows(p_minutes int, p_most int) returns void
  language plpgsql volatile security definer as $$
begin
  delete from recovery_flows where (org_id, flow_hash) in (
    select org_id, flow_hash from recovery_flows where created_date <= clock() - make_interval(mins => p_minutes)
     order by created_date limit p_most for update skip locked);
end $$;

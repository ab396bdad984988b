-- Writes one audit entry for the denials that were only counted; nothing if each has an entry.
create or replace function write_counted_denials(p_counted audit_denials) returns void
  language plpgsql volatile as $$
begin
  perform insert_audit_event(p_counted.org_id, jsonb_set((p_counted).event, '{after}',
           coalesce(nullif((p_counted).event -> 'after', 'null'), '{}') ||
           jsonb_build_object('count', (p_counted).count - (p_counted).written, 'since', (p_counted).since)))
   where (p_counted).count > (p_counted).written;
end $$;

-- Counts a denial in the audit: the first p_listed of an hour are entries of their own, the others are counted and written as one
-- entry when the hour is over. p_name groups what is counted together; beyond a hundred groups per action and hour, which only a
-- flood from many addresses reaches, all others are one group. The entry that is written has the fields of p_event.
create or replace function count_denial(p_org uuid, p_name text, p_listed int, p_event jsonb) returns void
  language plpgsql volatile security definer as $$
declare
  kind constant text := p_event ->> 'action';
  name_counted text := kind || ' ' || p_name;
  latest jsonb := p_event;
  known audit_denials;
begin
  if not exists (select from audit_denials r where r.org_id = p_org and r.name = name_counted)
     and (select count(*) from (select from audit_denials r where r.org_id = p_org and r.name like kind || ' %' limit 100) x) >= 100 then
    name_counted := kind;
    latest := latest || jsonb_build_object('address', '', 'entity', 'organisation', 'entityId', p_org, 'actorId', null, 'sessionId', null);
  end if;
  insert into audit_denials (org_id, name, since, count, written, event) values (p_org, name_counted, clock(), 0, 0, latest)
    on conflict do nothing;
  select * into known from audit_denials r where r.org_id = p_org and r.name = name_counted for update;
  if known.since <= clock() - interval '1 hour' then
    perform write_counted_denials(known);
    known.count := 0;
    known.written := 0;
    known.since := clock();
  end if;
  known.count := known.count + 1;
  if known.written < p_listed then
    known.written := known.written + 1;
    perform insert_audit_event(p_org, latest);
  end if;
  update audit_denials r set count = known.count, written = known.written, since = known.since, event = latest
   where r.org_id = p_org and r.name = name_counted;
end $$;

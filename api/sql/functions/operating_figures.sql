-- What waits in the installation and for how long, over all organisations: only counts and seconds, for monitoring.
create or replace function operating_figures() returns table (figure text, label text, value double precision)
  language plpgsql stable security definer as $$
#variable_conflict use_column
begin
  return query
    select 'runs', r.state, count(*)::double precision from import_runs r group by r.state
    union all
    select 'mails', case when m.tries = 0 then 'waiting' else 'retrying' end, count(*)
      from mails m where m.next_try is not null group by 2
    union all
    select 'mail_age', '', coalesce(extract(epoch from clock() - min(m.created_date)), 0) from mails m where m.next_try is not null
    union all
    select 'webhook_messages', case when w.tries = 0 then 'waiting' else 'retrying' end, count(*)
      from webhook_messages w where w.next_try is not null group by 2
    union all
    select 'webhook_message_age', '', coalesce(extract(epoch from clock() - min(w.created_date)), 0)
      from webhook_messages w where w.next_try is not null
    union all
    select 'audit_unchained', '', count(*) from audit_chain_queue
    union all
    select 'audit_chain_lag', '', coalesce(extract(epoch from clock() - min(q.at)), 0) from audit_chain_queue q
    union all
    -- the age of the oldest chained entry that no signed record covers
    select 'audit_anchor_lag', '', coalesce(max(extract(epoch from clock() - a.at)), 0)
      from nodes n
      left join audit_status s on s.org_id = n.id
      cross join lateral (
        select c.audit_id from audit_chain c
         where c.org_id = n.id and c.position > coalesce((s.anchor ->> 'position')::bigint, 0) order by c.position limit 1) first
      join audit a on a.id = first.audit_id
     where n.parent_id is null
    union all
    select 'audit_errors', '', coalesce(sum(s.faults), 0) from audit_status s;
end $$;

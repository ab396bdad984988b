-- Claims up to p_most due mails of all organisations for the duration of p_lease, with everything their text and theme need. The date
-- locales are those along the path of the user, root first.
-- Mails whose worker dies fall due again. In two steps, and without sequential scans, sorts and JIT: the planner overestimates
-- the number and would read all mails.
create or replace function claim_queued_mails(p_most int, p_lease interval) returns table (
    id uuid, org_id uuid, user_id uuid, kind text, to_address text, encrypted_content bytea, unbound boolean,
    user_name text, first_name text, language text, time_zone text,
    organisation text, host text, theme jsonb, date_locales jsonb)
  language plpgsql volatile security definer rows 5
  set enable_seqscan = off set enable_sort = off set jit = off as $$
#variable_conflict use_column
declare
  due uuid[];
begin
  select array_agg(d.id) into due from (
    select m.id from mails m where m.next_try <= clock() order by m.next_try limit p_most for update skip locked) d;
  return query
  with claimed as (
    update mails m set tries = m.tries + 1, next_try = clock() + p_lease where m.id = any(due) returning m.*
  )
  select t.id, t.org_id, t.user_id, t.kind, t.to_address, t.encrypted_content, exists (select from unbound_encryption),
         u.user_name || case when u.domain_name = '' then '' else '@' || u.domain_name end, u.first_name, u.language, u.time_zone,
         n.name,
         case when n.node_type <> 'GLOBAL' then
           (select h.host from portal_hosts h where h.org_id = t.org_id order by h.is_url desc, h.host limit 1) end,
         coalesce((select jsonb_object_agg(v.field, v.value order by v.valid_from) from setting_values v
           where v.org_id = t.org_id and v.node_id = t.org_id and v.section = 'theme' and is_current(v)), '{}'),
         coalesce((select jsonb_agg(jsonb_build_object('value', v.value, 'mode', v.mode, 'node', v.node_id) order by v.tpath, v.valid_from)
           from setting_values v
          where v.org_id = t.org_id and v.section = 'dates' and v.field = 'dateLocale' and is_current(v)
            and v.tpath = any(path_prefixes(u.tpath))), '[]')
    from claimed t
    join users u on u.org_id = t.org_id and u.id = t.user_id
    join nodes n on n.org_id = t.org_id and n.id = t.org_id
   order by t.created_date;
end $$;

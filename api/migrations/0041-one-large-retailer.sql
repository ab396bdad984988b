-- For a service with one very large retailer among many: places are looked up by their path at every request. The key that other
-- tables hold on to began with organisation and id and ended with the path, so it was taken for such a lookup and read whole, entry
-- by entry, where that retailer has 50,000 places. With the id first it serves those who bring an id, and nobody else.
do $$
declare
  held record;
  again text := '';
begin
  for held in select k.conrelid::regclass as holder, k.conname as name, pg_get_constraintdef(k.oid) as words
                from pg_constraint k
               where k.contype = 'f' and k.conindid = 'nodes_org_id_id_tpath_key'::regclass
  loop
    execute format('alter table %s drop constraint %I', held.holder, held.name);
    again := again || format('alter table %s add constraint %I %s;', held.holder, held.name, held.words);
  end loop;
  alter table nodes drop constraint nodes_org_id_id_tpath_key, add unique (id, org_id, tpath);
  execute again;
end $$;

-- A file of people may name their stores by name alone.
create index node_names on nodes (org_id, name_norm) where deleted_date is null;

-- mail_in_vain: as before, with the link looked for first and by itself. As one condition of the change, all links that are open
-- in the whole service were gone through for each mail that goes out.
create or replace function mail_in_vain(p_mail uuid, p_token_hash bytea) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  mail record;
begin
  select m.org_id, m.user_id into mail from mails m where m.id = p_mail;
  perform from reset_tokens t
    where t.org_id = mail.org_id and t.token_hash = p_token_hash and t.user_id = mail.user_id
      and t.used_date is null and t.replaced_date is null and t.expires_date > clock();
  if found then return false; end if;
  update mails m set failed_date = clock(), next_try = null, sealed = null, last_error = 'link over' where m.id = p_mail;
  return found;
end $$;

-- take_mails: as before, in two steps. How many it takes at most was unknown to the planner, who prepared for a tenth of all and
-- went through every mail there is.
create or replace function take_mails(p_most int, p_lease interval) returns table (
    id uuid, kind text, to_address text, sealed bytea, created_date timestamptz, tries int,
    user_name text, first_name text, last_name text, language text, time_zone text,
    organisation text, host text, theme jsonb)
  language plpgsql volatile security definer rows 5 set search_path = public, pg_temp
  set enable_seqscan = off set enable_sort = off as $$
#variable_conflict use_column
declare
  due uuid[];
begin
  select array_agg(d.id) into due from (
    select m.id from mails m where m.next_try <= clock() order by m.next_try limit p_most for update skip locked) d;
  return query
  with taken as (
    update mails m set tries = m.tries + 1, next_try = clock() + p_lease where m.id = any(due) returning m.*
  )
  select t.id, t.kind, t.to_address, t.sealed, t.created_date, t.tries,
         u.user_name || case when u.domain_name = '' then '' else '@' || u.domain_name end, u.first_name, u.last_name, u.language, u.time_zone,
         n.name,
         case when n.node_type <> 'GLOBAL' then
           (select h.host from portal_hosts h where h.org_id = t.org_id order by h.is_url desc, h.host limit 1) end,
         coalesce((select jsonb_object_agg(v.field, v.value order by v.valid_from) from setting_values v
           where v.org_id = t.org_id and v.node_id = t.org_id and v.section = 'theme' and v.ended_date is null
             and v.valid_from <= clock() and (v.valid_until is null or v.valid_until > clock())), '{}')
    from taken t
    join users u on u.org_id = t.org_id and u.id = t.user_id
    join nodes n on n.org_id = t.org_id and n.id = t.org_id
   order by t.created_date;
end $$;

-- The idle timeout in seconds at a tree path: the setting that applies there, or the installation's default; at most p_longest. A
-- value does not apply if a node above has locked the setting, or if it exceeds one that may only be tightened.
create or replace function idle_timeout(p_org uuid, p_path text, p_usual int, p_longest int) returns int
  language plpgsql stable as $$
declare
  one record;
  chosen int;
  most int;
  locked boolean := false;
begin
  for one in select s.mode, extract(epoch from (s.value #>> '{}')::interval)::int as seconds from setting_values s
     where s.org_id = p_org and s.section = 'nodeConfig' and s.field = 'autoLogoutDuration' and s.tpath = any(path_prefixes(p_path))
       and is_current(s)
       and s.value #>> '{}' ~ '^(0[0-9]|1[01]):[0-5][0-9]:[0-5][0-9]$|^12:00:00$' and s.value #>> '{}' not like '00:00:%'
     order by length(s.tpath), s.valid_from
  loop
    if not locked and (most is null or one.seconds <= most) then chosen := one.seconds; end if;
    locked := locked or one.mode = 'locked';
    if one.mode = 'tighten' then most := least(most, one.seconds); end if;
  end loop;
  return least(p_longest, coalesce(chosen, p_usual));
end $$;

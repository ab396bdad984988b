-- Places that are made, changed, moved and taken away.
alter table nodes add column phone_number text not null default '', add column email_id text not null default '';

-- A move gives a whole part of the tree other paths; meanwhile nobody may put anything into it. Whoever moves waits for
-- those who write, and they for the move. One lock for each organisation, held until the transaction ends.
create function hold_structure(p_alone boolean) returns void
  language plpgsql volatile set search_path = public, pg_temp as $$
begin
  if p_alone then perform pg_advisory_xact_lock(hashtextextended(scope_org()::text, 12));
  else perform pg_advisory_xact_lock_shared(hashtextextended(scope_org()::text, 12));
  end if;
end $$;
revoke execute on function hold_structure(boolean) from public;
grant execute on function hold_structure(boolean) to storeward_app;

-- The paths of the places that a portal does not show: those of the other region alone. What lies below them is not shown
-- either. They are few, and often none.
create index node_regions on nodes (org_id) where cardinality(region) = 1 and deleted_date is null;
create function walled_paths(p_hidden text) returns text[]
  language sql stable security definer set search_path = public, pg_temp
  return coalesce((select array_agg(tpath) from nodes
    where org_id = scope_org() and cardinality(region) = 1 and region[1] = p_hidden and deleted_date is null), '{}');

-- The paths of the closed places: nothing below them can be chosen.
create index node_closed on nodes (org_id) where not status and deleted_date is null;
create function closed_paths() returns text[]
  language sql stable security definer set search_path = public, pg_temp
  return coalesce((select array_agg(tpath) from nodes
    where org_id = scope_org() and not status and deleted_date is null), '{}');

-- search_nodes, count_found_nodes: as before, less what the portal does not show; and of some kinds or open ones alone,
-- where one is to be chosen.
drop function search_nodes(text, text, int, int);
drop function count_found_nodes(text, int);
create or replace function nodes_in_scope() returns text language sql stable set search_path = public, pg_temp
  return 'n.org_id = $1 and n.deleted_date is null and n.search_text like $4 and not n.tpath ^@ any ($5)'
    || ' and ($6 is null or n.node_type = any ($6))'
    || case when whole_organisation() then '' else ' and n.tpath >= $2 and n.tpath < $3' end;
create function barred_paths(p_hidden text, p_open boolean) returns text[]
  language sql stable set search_path = public, pg_temp
  return walled_paths(p_hidden) || case when p_open then closed_paths() else '{}' end;
create function search_nodes(p_pattern text, p_hidden text, p_open boolean, p_types text[], p_code text, p_offset int, p_limit int)
  returns table (id uuid)
  language plpgsql stable security definer rows 25 set search_path = public, pg_temp as $$
begin
  return query execute 'select n.id from nodes n where ' || nodes_in_scope()
    || ' order by n.code_norm = $7 desc, n.name_norm, n.id offset $8 limit $9'
    using scope_org(), scope_lo(), scope_hi(), p_pattern, barred_paths(p_hidden, p_open), p_types, p_code, p_offset, p_limit;
end $$;

create function count_found_nodes(p_pattern text, p_hidden text, p_open boolean, p_types text[], p_most int) returns int
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  total int;
begin
  execute 'select count(*) from (select from nodes n where ' || nodes_in_scope() || ' limit $7) found'
    into total using scope_org(), scope_lo(), scope_hi(), p_pattern, barred_paths(p_hidden, p_open), p_types, p_most;
  return total;
end $$;

-- users_reaching: how many people look after a place from above it. Somebody whose own area begins below the
-- organisation moves a place all the same, and has to know how many others it leaves or comes to.
create function users_reaching(p_path text) returns table (tpath text, users int)
  language sql stable security definer rows 5 set search_path = public, pg_temp
  begin atomic
    select a.tpath, count(distinct a.user_id)::int from assignments a join users u on u.org_id = a.org_id and u.id = a.user_id
     where a.org_id = scope_org() and a.tpath = any(path_prefixes(p_path)) and u.deleted_date is null
       and (a.until is null or a.until > clock()) and p_path >= scope_lo() and p_path < scope_hi()
     group by a.tpath;
  end;

do $$
declare
  listed text;
begin
  foreach listed in array array['walled_paths(text)', 'closed_paths()',
    'search_nodes(text, text, boolean, text[], text, int, int)', 'count_found_nodes(text, text, boolean, text[], int)',
    'users_reaching(text)'] loop
    execute format('alter function %s owner to storeward_definer', listed);
    execute format('revoke execute on function %s from public', listed);
    execute format('grant execute on function %s to storeward_app, storeward_definer', listed);
  end loop;
end $$;

-- What large trees and large audits need. A place that is moved takes its people, settings and devices along by its path;
-- for each place that moves they are looked for by the place they belong to, the ended and deleted ones included.
create index setting_nodes on setting_values (org_id, node_id);
create index device_nodes on devices (org_id, node_id);
-- and counted by the part of the tree they stand in
create index device_places on devices (org_id, tpath) where deleted_date is null;

-- What is not sealed yet is taken in order from a list that stands in that order. To put it in order anew for each handful
-- was too slow after a great many changes at once: a plan made for an empty list compared every row of it with every row of the audit.
alter table audit_unsealed add column at timestamptz;
alter table audit_unsealed no force row level security;
alter table audit no force row level security;
update audit_unsealed u set at = a.at from audit a where a.id = u.audit_id;
alter table audit_unsealed force row level security;
alter table audit force row level security;
alter table audit_unsealed alter column at set not null;
create index audit_unsealed_order on audit_unsealed (at, audit_id);

create or replace function note_unsealed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_unsealed (audit_id, org_id, at) values (new.id, new.org_id, new.at);
  return null;
end $$;

create or replace function seal_audit(p_most int) returns int
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  one record;
  last record;
  entry audit;
  sealed int := 0;
begin
  if not pg_try_advisory_xact_lock(16) then return 0; end if;
  perform set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true); -- in order by the index, however it stood when the plan was made
  for one in select u.audit_id, u.org_id from audit_unsealed u order by u.at, u.audit_id limit p_most
  loop
    select * into entry from audit a where a.id = one.audit_id;
    select position, hash into last from audit_seals s where s.org_id = one.org_id order by position desc limit 1;
    insert into audit_seals values (one.org_id, coalesce(last.position, 0) + 1, one.audit_id,
      sha256(coalesce(last.hash, '') || audit_words(entry)));
    delete from audit_unsealed where audit_id = one.audit_id;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

-- audit_named: whom and what a search of the audit is about. With the walls every user and place would be looked at again for
-- each entry, since a pattern's index goes unused behind them; here each is looked for once. What the caller does not reach is
-- not found, as ever: the sub-tree and oneself. People and places that are gone are found too, since the audit still tells of them.
create index user_gone on users (org_id) where deleted_date is not null;
create index node_gone on nodes (org_id) where deleted_date is not null;
create function audit_named(p_pattern text) returns setof uuid
  language plpgsql stable security definer rows 1000 set search_path = public, pg_temp as $$
declare
  one text;
  gone text;
begin
  foreach one in array array['users', 'nodes'] loop
    foreach gone in array array['is null', 'is not null'] loop
      return query execute format('select x.id from %I x where x.org_id = $1 and x.deleted_date %s and x.search_text like %L', one, gone, p_pattern)
        || case when whole_organisation() then '' else ' and (x.tpath >= $2 and x.tpath < $3 or x.id = $4)' end
        using scope_org(), scope_lo(), scope_hi(), scope_user();
    end loop;
  end loop;
end $$;
alter function audit_named(text) owner to storeward_definer;
revoke execute on function audit_named(text) from public;
grant execute on function audit_named(text) to storeward_app, storeward_definer;

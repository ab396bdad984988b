-- The audit in an order that cannot be changed unseen: each row is sealed by a hash over itself and the seal before it, one
-- chain for each organisation. Sealing comes shortly after the change and not with it, or all of an organisation's
-- changes would wait for one another.
create table audit_seals (
  org_id   uuid not null references nodes (id),
  position bigint not null,
  audit_id uuid not null unique references audit (id),
  hash     bytea not null,
  primary key (org_id, position)
);
select wall_in('audit_seals', array['org']);
grant select on audit_seals to storeward_app;
grant select, insert on audit_seals to storeward_definer;

-- What is not sealed yet: a list of its own, so that nobody has to look through all that ever happened.
create table audit_unsealed (
  audit_id uuid primary key references audit (id),
  org_id   uuid not null references nodes (id)
);
select wall_in('audit_unsealed', array['org']);
grant select on audit_unsealed to storeward_app;
grant select, insert, delete on audit_unsealed to storeward_definer;
insert into audit_unsealed select id, org_id from audit;

create function note_unsealed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_unsealed (audit_id, org_id) values (new.id, new.org_id);
  return null;
end $$;
create trigger audit_is_sealed_later after insert on audit for each row execute function note_unsealed();

-- All that a row says, in one form that never varies.
create function audit_words(entry audit) returns bytea
  language sql stable set search_path = public, pg_temp set timezone = 'UTC' set datestyle = 'ISO' set extra_float_digits = 1
  return convert_to(jsonb_build_array(entry.id, entry.org_id, entry.tpath, entry.at, entry.actor_id, entry.session_id, entry.address,
    entry.action, entry.entity, entry.entity_id, entry.before, entry.after, entry.reason, entry.run_id)::text, 'UTF8');

-- seal_audit: the chains belong to all organisations alike. Seals what is there, oldest first; one at a time does it.
create function seal_audit(p_most int) returns int
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  one record;
  last record;
  sealed int := 0;
begin
  if not pg_try_advisory_xact_lock(16) then return 0; end if;
  for one in
    select a as entry, u.org_id, u.audit_id from audit_unsealed u join audit a on a.id = u.audit_id order by a.at, a.id limit p_most
  loop
    select position, hash into last from audit_seals s where s.org_id = one.org_id order by position desc limit 1;
    insert into audit_seals values (one.org_id, coalesce(last.position, 0) + 1, one.audit_id,
      sha256(coalesce(last.hash, '') || audit_words(one.entry)));
    delete from audit_unsealed where audit_id = one.audit_id;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

-- verify_audit: every organisation's chain, computed anew. Answers the places where it does not hold: a row that says
-- something else than when it was sealed, a seal whose row or whose predecessor is gone.
create function verify_audit() returns table (org_id uuid, "position" bigint, audit_id uuid, fault text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  one record;
  org uuid;
  expected bigint;
  before bytea;
begin
  for one in select s.org_id, s.position, s.audit_id, s.hash, a.id as found, a as entry
               from audit_seals s left join audit a on a.id = s.audit_id order by s.org_id, s.position loop
    if org is distinct from one.org_id then
      org := one.org_id;
      expected := 1;
      before := '';
    end if;
    if one.position <> expected then
      return query select one.org_id, one.position, one.audit_id, 'gone'::text;
    elsif one.found is null then
      return query select one.org_id, one.position, one.audit_id, 'gone'::text;
    elsif one.hash <> sha256(before || audit_words(one.entry)) then
      return query select one.org_id, one.position, one.audit_id, 'changed'::text;
    end if;
    expected := one.position + 1;
    before := one.hash;
  end loop;
end $$;

-- audit_chains: how long each organisation's chain is, what is not in it yet, and its last seal, which whoever keeps a copy
-- elsewhere can compare: who rewrites a whole chain gets another one.
create function audit_chains() returns table (org_id uuid, name text, sealed bigint, open bigint, last text)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select n.id, n.name, (select count(*) from audit_seals s where s.org_id = n.id),
           (select count(*) from audit_unsealed u where u.org_id = n.id),
           (select encode(s.hash, 'hex') from audit_seals s where s.org_id = n.id order by s.position desc limit 1)
      from nodes n where n.parent_id is null;
  end;

do $$
declare
  listed text;
begin
  foreach listed in array array['note_unsealed()', 'seal_audit(int)', 'verify_audit()', 'audit_chains()'] loop
    execute format('alter function %s owner to storeward_definer', listed);
    execute format('revoke execute on function %s from public', listed);
    execute format('grant execute on function %s to storeward_app', listed);
  end loop;
end $$;
create index audit_places on audit (org_id, at desc, id desc);
drop index audit_times;

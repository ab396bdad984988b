-- How often a secret was tried in vain: one count for each name as it was typed, whether anybody has it or not, over every
-- door that checks a secret. A browser that has signed in by that name before counts for itself (`device`), so that
-- strangers cannot lock it out, nor it itself in for ever.
create table attempts (
  org_id       uuid not null references nodes (id),
  subject      bytea not null,
  device       bytea not null default '',
  -- since the last lock, and since the last right secret
  failures     integer not null default 0,
  in_row       integer not null default 0,
  locked_until timestamptz,
  last_failure timestamptz not null,
  primary key (org_id, subject, device)
);
create index attempt_locks on attempts (org_id, locked_until) where locked_until is not null;
select wall_in('attempts', array['org']);
grant select, insert, update, delete on attempts to storeward_app;

-- The same by address, over all portals: it holds no word of any organisation, so it has no wall.
create table address_failures (
  address  text collate "C" primary key,
  failures integer not null,
  since    timestamptz not null
);
grant select, insert, update, delete on address_failures to storeward_app;

-- Judges one try whose secret has been checked already; everybody who tries by the same name waits in line here, so that
-- many tries at once count like as many one after the other. While a lock is on, the answer, what is counted and what is
-- written are the same whatever the secret was, so that nobody learns from a locked name which of their guesses was right.
create function judge_attempt(
  p_subject bytea, p_device bytea, p_right boolean, p_address text,
  p_most int, p_lock interval, p_most_in_row int, p_most_by_address int, p_window interval) returns text
  language plpgsql volatile set search_path = public, pg_temp as $$
declare
  moment constant timestamptz := clock();
  known attempts;
  locked boolean;
  by_address int;
begin
  if exists (select from address_failures where address = p_address and since > moment - p_window and failures >= p_most_by_address) then
    return 'tooMany';
  end if;
  if not p_right then
    insert into attempts (org_id, subject, device, last_failure) values (scope_org(), p_subject, p_device, moment)
      on conflict do nothing;
  end if;
  select * into known from attempts
    where org_id = scope_org() and subject = p_subject and device = p_device for update;
  locked := coalesce(known.locked_until > moment, false);
  if p_right and not locked then
    if known.subject is not null then
      delete from attempts where org_id = scope_org() and subject = p_subject and device = p_device;
    end if;
    return 'right';
  end if;
  insert into address_failures as a values (p_address, 1, moment) on conflict (address) do update set
    failures = case when a.since > moment - p_window then a.failures + 1 else 1 end,
    since = case when a.since > moment - p_window then a.since else moment end
    returning failures into by_address;
  if by_address > p_most_by_address then return 'tooMany'; end if;
  update attempts set
    failures = case when locked then known.failures when known.failures + 1 >= p_most then 0 else known.failures + 1 end,
    in_row = case when locked then known.in_row else known.in_row + 1 end,
    locked_until = case when locked then known.locked_until
                        when known.in_row + 1 >= p_most_in_row then 'infinity'
                        when known.failures + 1 >= p_most then moment + p_lock end,
    last_failure = moment
    where org_id = scope_org() and subject = p_subject and device = p_device;
  return case when locked then 'locked' else 'wrong' end;
end $$;
grant execute on function judge_attempt(bytea, bytea, boolean, text, int, interval, int, int, interval) to storeward_app;

-- forget_old_sign_ins: what signing in leaves behind is forgotten once it means nothing any more, of whichever
-- organisation; nothing is told. A lock for good stays until somebody opens it.
create function forget_old_sign_ins() returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    delete from attempts where last_failure <= clock() - interval '30 days' and locked_until is distinct from 'infinity';
    delete from address_failures where since <= clock() - interval '1 day';
    delete from known_devices where last_used <= clock() - interval '400 days';
    delete from sessions where expires_date <= clock() - interval '30 days';
  end;
grant select, delete on attempts, address_failures to storeward_definer;
alter function forget_old_sign_ins() owner to storeward_definer;
revoke execute on function forget_old_sign_ins() from public;
grant execute on function forget_old_sign_ins() to storeward_app;

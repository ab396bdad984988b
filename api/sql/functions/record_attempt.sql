-- Records one attempt whose secret has been checked already. Attempts with the same name wait for each other here, so concurrent
-- ones count like consecutive ones. While a lock holds, result, counters and writes do not depend on the secret, so that guessing
-- against a locked account reveals nothing. p_address null: the client is exempt from the limit by address, and not counted for it.
create or replace function record_attempt(
  p_subject bytea, p_device bytea, p_right boolean, p_address text,
  p_most int, p_lock interval, p_most_in_row int, p_most_by_address int, p_window interval, p_name text, p_domain text) returns text
  language plpgsql volatile as $$
declare
  instant constant timestamptz := clock();
  known failed_attempts;
  locked boolean;
  by_address int;
begin
  if exists (select from address_failures where address = p_address and since > instant - p_window and failures >= p_most_by_address) then
    return 'tooMany';
  end if;
  if not p_right then
    insert into failed_attempts (org_id, subject, device, last_failure) values (scope_org(), p_subject, p_device, instant)
      on conflict do nothing;
  end if;
  select * into known from failed_attempts
    where org_id = scope_org() and subject = p_subject and device = p_device for update;
  locked := coalesce(known.locked_until > instant, false);
  if p_right and not locked then
    if known.subject is not null then
      delete from failed_attempts where org_id = scope_org() and subject = p_subject and device = p_device;
    end if;
    return 'right';
  end if;
  if p_address is not null then
    insert into address_failures as a values (p_address, 1, instant) on conflict (address) do update set
      failures = case when a.since > instant - p_window then a.failures + 1 else 1 end,
      since = case when a.since > instant - p_window then a.since else instant end
      returning failures into by_address;
    if by_address > p_most_by_address then return 'tooMany'; end if;
  end if;
  update failed_attempts set
    failures = case when locked then known.failures when known.failures + 1 >= p_most then 0 else known.failures + 1 end,
    consecutive_failures = case when locked then known.consecutive_failures else known.consecutive_failures + 1 end,
    locked_until = case when locked then known.locked_until
                        when known.consecutive_failures + 1 >= p_most_in_row then 'infinity'
                        when known.failures + 1 >= p_most then instant + p_lock end,
    user_id = (select u.id from users u
                where u.org_id = scope_org() and u.user_name_norm = p_name and u.domain_name = p_domain and u.deleted_date is null),
    last_failure = instant
    where org_id = scope_org() and subject = p_subject and device = p_device;
  return case when locked then 'locked' else 'wrong' end;
end $$;

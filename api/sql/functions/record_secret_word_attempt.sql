-- Records one attempt with a secret word that has been checked already, on a counter of its own; false while this method is
-- locked, whatever the word was, and then nothing is counted. The counter is a row of the account's failed attempts with a
-- reserved device, so it is deleted with them.
create or replace function record_secret_word_attempt(p_subject bytea, p_right boolean, p_most int, p_pause interval, p_most_in_row int) returns boolean
  language plpgsql volatile as $$
declare
  instant constant timestamptz := clock();
  way constant bytea := 'secret word';
  known failed_attempts;
begin
  if not p_right then
    insert into failed_attempts (org_id, subject, device, last_failure) values (scope_org(), p_subject, way, instant) on conflict do nothing;
  end if;
  select * into known from failed_attempts where org_id = scope_org() and subject = p_subject and device = way for update;
  if known.locked_until > instant then return false; end if;
  if p_right then
    delete from failed_attempts where org_id = scope_org() and subject = p_subject and device = way;
    return true;
  end if;
  update failed_attempts set
    failures = case when known.failures + 1 >= p_most then 0 else known.failures + 1 end,
    consecutive_failures = known.consecutive_failures + 1,
    locked_until = case when known.consecutive_failures + 1 >= p_most_in_row then 'infinity'
                        when known.failures + 1 >= p_most then instant + p_pause end,
    last_failure = instant
    where org_id = scope_org() and subject = p_subject and device = way;
  return true;
end $$;

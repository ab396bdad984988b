-- As what a user is counted; null once deleted.
create or replace function user_count_kind(p_status boolean, p_last_active timestamptz, p_deleted timestamptz) returns text
  language plpgsql immutable as $$
begin
  return case when p_deleted is not null then null when not p_status then 'user.disabled'
    when p_last_active = '-infinity' then 'user.invited' else 'user.enabled' end;
end $$;

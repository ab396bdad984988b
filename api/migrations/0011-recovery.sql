-- Ways back in for whoever has forgotten their password. Of a token only its hash is kept; one at a time is live.
create table reset_tokens (
  org_id        uuid not null,
  user_id       uuid not null,
  token_hash    bytea not null,
  way           text not null check (way in ('mail', 'secretWord', 'administrator')),
  created_date  timestamptz not null,
  expires_date  timestamptz not null,
  used_date     timestamptz,
  replaced_date timestamptz,
  primary key (org_id, token_hash),
  constraint "reset.userOfTheSameTenant" foreign key (org_id, user_id) references users (org_id, id)
);
create unique index reset_token_live on reset_tokens (org_id, user_id) where used_date is null and replaced_date is null;
select wall_in('reset_tokens', array['org']);
grant select, insert, update on reset_tokens to storeward_app;

-- A recovery that was begun with an address, whether or not anybody has it: what was typed, and the browser it was typed in.
create table recovery_flows (
  org_id         uuid not null references nodes (id),
  flow_hash      bytea not null,
  cookie_hash    bytea,
  email_norm     text collate "C" not null,
  user_name_norm text collate "C",
  domain_name    text collate "C" not null,
  created_date   timestamptz not null,
  sent_date      timestamptz,
  primary key (org_id, flow_hash)
);
select wall_in('recovery_flows', array['org']);
grant select, insert, update on recovery_flows to storeward_app;

-- How often something happened lately, by a mark that tells nobody's name: it holds no word of any organisation, so it has no wall.
create table brakes (
  name  text collate "C" primary key,
  count integer not null,
  since timestamptz not null
);
grant select, insert, update on brakes to storeward_app;

-- Counts once more, and answers how often within the window, this time included.
create function count_towards(p_name text, p_window interval) returns integer
  language sql volatile set search_path = public, pg_temp
  begin atomic
    insert into brakes as b values (p_name, 1, clock()) on conflict (name) do update set
      count = case when b.since > clock() - p_window then b.count + 1 else 1 end,
      since = case when b.since > clock() - p_window then b.since else clock() end
    returning count;
  end;
grant execute on function count_towards(text, interval) to storeward_app;

-- Judges a secret word that has been checked already, by a count of its own beside the account's: false while this way is
-- closed, whatever the word was, and then nothing is counted. It stands with the account's tries under a name of its own
-- where those have a browser, so whatever forgets them forgets it too.
create function judge_word(p_subject bytea, p_right boolean, p_most int, p_pause interval, p_most_in_row int) returns boolean
  language plpgsql volatile set search_path = public, pg_temp as $$
declare
  moment constant timestamptz := clock();
  way constant bytea := 'secret word';
  known attempts;
begin
  if not p_right then
    insert into attempts (org_id, subject, device, last_failure) values (scope_org(), p_subject, way, moment) on conflict do nothing;
  end if;
  select * into known from attempts where org_id = scope_org() and subject = p_subject and device = way for update;
  if known.locked_until > moment then return false; end if;
  if p_right then
    delete from attempts where org_id = scope_org() and subject = p_subject and device = way;
    return true;
  end if;
  update attempts set
    failures = case when known.failures + 1 >= p_most then 0 else known.failures + 1 end,
    in_row = known.in_row + 1,
    locked_until = case when known.in_row + 1 >= p_most_in_row then 'infinity'
                        when known.failures + 1 >= p_most then moment + p_pause end,
    last_failure = moment
    where org_id = scope_org() and subject = p_subject and device = way;
  return true;
end $$;
grant execute on function judge_word(bytea, boolean, int, interval, int) to storeward_app;

-- security_of_organisation: what an organisation asks of passwords binds everybody in it, and whoever stands further down
-- cannot see the top. It answers for the organisation of the scope: its name and domains, whether it is the platform, and
-- the values of its security settings.
create function security_of_organisation() returns text
  language sql stable security definer set search_path = public, pg_temp
  return (select json_build_object('name', n.name, 'isGlobal', n.node_type = 'GLOBAL',
      'domains', coalesce((select json_agg(d.domain_name order by d.is_default desc, d.domain_name) from domains d where d.org_id = n.id), '[]'),
      'values', coalesce((select json_object_agg(v.field, v.value order by v.valid_from) from setting_values v
        where v.org_id = n.id and v.node_id = n.id and v.section = 'security' and v.ended_date is null
          and v.valid_from <= clock() and (v.valid_until is null or v.valid_until > clock())), '{}'))::text
    from nodes n where n.id = scope_org());

-- forget_recoveries: what is over is forgotten after a while, of whichever organisation; nothing is told.
create function forget_recoveries() returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    delete from recovery_flows where created_date <= clock() - interval '1 day';
    delete from reset_tokens where created_date <= clock() - interval '30 days';
    delete from brakes where since <= clock() - interval '1 day';
    delete from mails where next_try is null and created_date <= clock() - interval '90 days';
  end;
grant select (created_date), delete on recovery_flows, reset_tokens to storeward_definer;
grant select (since), delete on brakes to storeward_definer;
grant delete on mails to storeward_definer;

do $$
declare
  listed text;
begin
  foreach listed in array array['security_of_organisation()', 'forget_recoveries()'] loop
    execute format('alter function %s owner to storeward_definer', listed);
    execute format('revoke execute on function %s from public', listed);
    execute format('grant execute on function %s to storeward_app', listed);
  end loop;
end $$;

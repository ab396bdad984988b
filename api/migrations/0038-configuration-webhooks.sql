-- Webhooks: a retailer's own systems are told when what their stores work with changes. Each stands at a place and listens to what
-- reaches the stores there; what it signs with is sealed with the organisation's key, the secret before it for a day longer.
create table webhooks (
  id              uuid primary key,
  org_id          uuid not null,
  node_id         uuid not null,
  tpath           text collate "C" not null,
  description     text not null,
  url             text not null,
  sections        text[],
  status          boolean not null default true,
  secret_key      uuid not null,
  secret          text not null,
  old_secret_key  uuid,
  old_secret      text,
  old_until       timestamptz,
  failing_since   timestamptz,
  turned_off_date timestamptz,
  created_date    timestamptz not null,
  created_by      uuid,
  updated_date    timestamptz not null,
  updated_by      uuid,
  version         integer not null default 1,
  unique (org_id, id, tpath),
  constraint "webhook.nodeOfTheSameTenant" foreign key (org_id, node_id, tpath) references nodes (org_id, id, tpath) on update cascade,
  constraint "webhook.keyOfTheSameTenant" foreign key (org_id, secret_key) references secret_keys (org_id, id),
  constraint "webhook.oldKeyOfTheSameTenant" foreign key (org_id, old_secret_key) references secret_keys (org_id, id)
);
create index webhook_nodes on webhooks (org_id, node_id);
select wall_in('webhooks', array['org', 'path']);
grant select, insert, update, delete on webhooks to storeward_app;
grant select, update (status, failing_since, turned_off_date, updated_date, updated_by, version) on webhooks to storeward_definer;

-- What is to be sent, and what became of it: written together with the end of the news that it tells, letter by letter as it is signed.
create table webhook_messages (
  id           uuid primary key,
  org_id       uuid not null,
  webhook_id   uuid not null,
  tpath        text collate "C" not null,
  body         text not null,
  created_date timestamptz not null,
  give_up      timestamptz not null,
  tries        integer not null default 0,
  next_try     timestamptz,
  taken_until  timestamptz,
  last_try     timestamptz,
  sent_date    timestamptz,
  answer       integer,
  trouble      text,
  took         integer,
  constraint "webhook.messageOfTheSameTenant" foreign key (org_id, webhook_id, tpath)
    references webhooks (org_id, id, tpath) on update cascade on delete cascade
);
create index webhook_message_queue on webhook_messages (next_try) where next_try is not null;
create index webhook_message_turns on webhook_messages (webhook_id, next_try, created_date, id) where next_try is not null;
create index webhook_messages_taken on webhook_messages (webhook_id, taken_until) where taken_until is not null;
create index webhook_message_lists on webhook_messages (org_id, webhook_id, created_date);
create index webhook_message_ends on webhook_messages (created_date) where next_try is null;
select wall_in('webhook_messages', array['org', 'path']);
grant select, insert, update on webhook_messages to storeward_app;
grant select, update, delete on webhook_messages to storeward_definer;

-- What has happened to settings and is not told yet: changes, each due when it begins, and places that were moved, with what stood
-- above them before. Whom it concerns is found out afterwards, so that no change waits for it.
create table setting_news (
  id         bigint generated always as identity primary key,
  org_id     uuid not null references nodes (id),
  change_ids uuid[] not null default '{}',
  node_id    uuid,
  was_above  uuid[] not null default '{}',
  run_id     uuid,
  moment     timestamptz not null,
  next_try   timestamptz not null,
  tries      integer not null default 0,
  settles    bigint,
  seen       timestamptz
);
create index setting_news_due on setting_news (next_try);
create index setting_news_turns on setting_news (moment, id);
create index setting_news_moments on setting_news (org_id, moment) where run_id is null;
create index setting_news_runs on setting_news (org_id, run_id) where run_id is not null;
select wall_in('setting_news', array['org']);
grant select, delete on setting_news to storeward_app;
grant select, insert, update, delete on setting_news to storeward_definer;

-- note_changed_settings, note_moved_place: written in the transaction of the change, by whichever way it is made. Where nobody
-- listens nothing is noted, but for what begins later: somebody may listen by then. Places that are moved in one transaction were
-- moved at one moment. Webhooks above a place are hidden from it, so these look past the walls; they tell nobody anything.
create function note_changed_settings() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into setting_news (org_id, change_ids, run_id, moment, next_try)
  select c.org_id, array_agg(c.id), c.run_id, c.begins, c.begins from fresh c
   where c.begins > clock_now() or exists (select from webhooks w where w.org_id = c.org_id and w.status)
   group by c.org_id, c.run_id, c.begins;
  return null;
end $$;
create trigger settings_are_told_later after insert on setting_changes
  referencing new table as fresh for each statement execute function note_changed_settings();

create function note_moved_place() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into setting_news (org_id, node_id, was_above, moment, next_try)
  select new.org_id, new.id,
         array(select n.id from nodes n where n.org_id = old.org_id and n.tpath = any(path_prefixes(old.tpath)) and n.id <> old.id order by n.tpath),
         clock(), clock()
   where exists (select from webhooks w where w.org_id = new.org_id and w.status);
  return null;
end $$;
create trigger moved_place_is_told_later after update of parent_id on nodes
  for each row when (old.parent_id is distinct from new.parent_id and new.deleted_date is null) execute function note_moved_place();

-- settle_news: of two changes that were made at once either may be stored first. What is due waits until everything that had begun
-- when it was seen first has ended, so that it is judged together with all that came before it; for a minute at most, since somebody
-- may keep a transaction open that has nothing to do with it. Tells whether any is due.
create function settle_news() returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update setting_news set settles = pg_snapshot_xmax(pg_current_snapshot())::text::bigint, seen = clock() where settles is null and next_try <= clock();
  return exists (select from setting_news where next_try <= clock());
end $$;

-- take_up_news: news belongs to all organisations alike. Takes up what has waited longest, together with all that began at the same
-- moment or in the same run of many changes once that is over, and sets the scope to the whole of its organisation. One at a time does it.
create function take_up_news() returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  still constant bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  patience constant interval := '1 minute';
  one record;
  lo text;
begin
  if not pg_try_advisory_xact_lock(36) then return null; end if;
  select * into one from setting_news n
   where n.next_try <= clock() and (n.settles <= still or n.seen <= clock() - patience)
     and (n.run_id is null or not exists (select from import_runs r
            where r.org_id = n.org_id and r.id = n.run_id and r.state in ('running', 'undoing')))
   order by n.moment, n.id limit 1;
  if not found then return null; end if;
  select n.tpath into lo from nodes n where n.id = one.org_id;
  perform set_config('app.org', one.org_id::text, true), set_config('app.lo', lo, true),
          set_config('app.hi', left(lo, -1) || '/', true), set_config('app.user', '', true);
  return (select json_build_object('orgId', one.org_id, 'lo', lo, 'hi', left(lo, -1) || '/',
            'from', min(n.moment), 'until', max(n.moment),
            'news', json_agg(json_build_object('id', n.id, 'changeIds', n.change_ids, 'movedId', n.node_id, 'wasAbove', n.was_above) order by n.id))::text
     from setting_news n
    where n.org_id = one.org_id and n.next_try <= clock() and (n.settles <= still or n.seen <= clock() - patience)
      and case when one.run_id is null then n.run_id is null and n.moment = one.moment else n.run_id = one.run_id end);
end $$;

-- news_failed: what could not be judged takes its own transaction back, scope and all; it is noted from outside, and tried again after
-- a pause that grows to an hour, until it can be.
create function news_failed(p_ids bigint[]) returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    update setting_news set tries = tries + 1, next_try = clock() + least(interval '1 hour', interval '2 seconds' * 2 ^ least(tries, 12))
     where id = any(p_ids);
  end;

-- take_webhook_messages: messages leave for all organisations alike, of each webhook one at a time, whoever sends it, the organisations
-- in turn. Whoever takes one has it for a while; should they end in the middle, it falls due again. With it go the secrets it is signed with, sealed.
create function take_webhook_messages(p_most int, p_lease interval)
  returns table (id uuid, url text, body text, at bigint, secrets json)
  language sql volatile security definer rows 8 set search_path = public, pg_temp
  begin atomic
    with first_ones as (
      select distinct on (m.webhook_id) m.id, m.org_id, m.next_try from webhook_messages m
       where m.next_try <= clock()
         and not exists (select from webhook_messages o where o.webhook_id = m.webhook_id and o.taken_until > clock())
       order by m.webhook_id, m.next_try, m.created_date, m.id
    ), in_turn as (
      select f.id, f.next_try, row_number() over (partition by f.org_id order by f.next_try) as turn from first_ones f
       order by turn, f.next_try limit p_most
    ), due as (
      select m.id from webhook_messages m join in_turn t on t.id = m.id where m.next_try <= clock() for update of m skip locked
    ), taken as (
      update webhook_messages m set tries = m.tries + 1, next_try = clock() + p_lease, taken_until = clock() + p_lease, last_try = clock() from due where m.id = due.id returning m.*
    )
    select t.id, w.url, t.body, extract(epoch from clock())::bigint,
           (select json_agg(json_build_object('secret', s.secret, 'key', encode(k.sealed, 'base64')) order by s.place)
              from (values (1, w.secret_key, w.secret),
                           (2, case when w.old_until > clock() then w.old_secret_key end, w.old_secret)) s(place, key_id, secret)
              join secret_keys k on k.org_id = w.org_id and k.id = s.key_id)
      from taken t join webhooks w on w.org_id = t.org_id and w.id = t.webhook_id
     order by t.created_date;
  end;

-- webhook_answered: what became of a message. The pauses grow and are spread by chance; after a day it is given up, and at once where
-- the webhook is off, since somebody only tried it. A webhook that something has been waiting for through some days, while it took
-- nothing, is turned off, which is written down; tells whether it was.
create function webhook_answered(p_message uuid, p_answer int, p_trouble text, p_took int, p_days int, p_audit uuid) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  hook record;
begin
  select w.* into hook from webhooks w join webhook_messages m on m.org_id = w.org_id and m.webhook_id = w.id where m.id = p_message;
  update webhook_messages m set taken_until = null where m.id = p_message and m.next_try is null;
  update webhook_messages m set answer = p_answer, trouble = p_trouble, took = p_took, taken_until = null,
      sent_date = case when p_trouble is null then clock() end,
      next_try = case when p_trouble is not null and m.give_up > clock() and hook.status
                      then clock() + (0.5 + random() / 2) * least(interval '1 hour', interval '5 seconds' * 2 ^ least(m.tries, 12)) end
    where m.id = p_message and m.next_try is not null;
  if not found then return false; end if;
  if p_trouble is null then
    update webhooks set failing_since = null where org_id = hook.org_id and id = hook.id and failing_since is not null;
    return false;
  end if;
  update webhooks set failing_since = coalesce(failing_since, clock()) where org_id = hook.org_id and id = hook.id and status;
  update webhooks set status = false, turned_off_date = clock(), updated_date = clock(), updated_by = null, version = version + 1
   where org_id = hook.org_id and id = hook.id and status and failing_since <= clock() - make_interval(days => p_days);
  if not found then
    -- whatever fails after a quiet time begins to fail then
    update webhooks set failing_since = null where org_id = hook.org_id and id = hook.id and failing_since is not null
      and not exists (select from webhook_messages m where m.org_id = hook.org_id and m.webhook_id = hook.id and m.next_try is not null);
    return false;
  end if;
  update webhook_messages set next_try = null, trouble = coalesce(trouble, 'turnedOff')
   where org_id = hook.org_id and webhook_id = hook.id and next_try is not null;
  insert into audit (id, org_id, tpath, at, action, entity, entity_id, before, after)
  values (p_audit, hook.org_id, hook.tpath, clock(), 'webhook.gaveUp', 'webhook', hook.id,
    jsonb_build_object('status', true), jsonb_build_object('status', false, 'description', hook.description));
  return true;
end $$;
grant insert on audit to storeward_definer;

-- forget_webhook_messages: what became of messages is kept for a month, of whichever organisation; nothing is told.
create function forget_webhook_messages() returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    delete from webhook_messages where next_try is null and created_date <= clock() - interval '30 days';
  end;

-- what is planned already is told too when it begins (the owner looks past the walls here, and nobody else does meanwhile)
alter table setting_changes no force row level security;
alter table setting_news no force row level security;
insert into setting_news (org_id, change_ids, run_id, moment, next_try)
select c.org_id, array_agg(c.id), c.run_id, c.begins, c.begins from setting_changes c
 where c.begins > clock_now() and c.withdrawn_date is null group by c.org_id, c.run_id, c.begins;
alter table setting_changes force row level security;
alter table setting_news force row level security;

do $$
declare
  listed text;
begin
  foreach listed in array array['note_changed_settings()', 'note_moved_place()', 'settle_news()', 'take_up_news()', 'news_failed(bigint[])',
    'take_webhook_messages(int, interval)', 'webhook_answered(uuid, int, text, int, int, uuid)', 'forget_webhook_messages()'] loop
    execute format('alter function %s owner to storeward_definer', listed);
    execute format('revoke execute on function %s from public', listed);
    execute format('grant execute on function %s to storeward_app', listed);
  end loop;
end $$;

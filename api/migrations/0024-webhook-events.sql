-- The events that a webhook reports, and how far it has followed the hash chain of the audit for them. Those that exist keep
-- the changes of the configuration.
alter table webhooks
  add column events            text[] not null default '{configuration.changed}',
  -- of the request that saved it last: its portal decides which nodes the webhook hears of
  add column host              text not null default '',
  add column followed_position bigint not null default 0,
  add column followed_date     timestamptz,
  -- entries before are not reported
  add column events_since      timestamptz,
  -- a replay that is under way: the last message that was queued again, the end, and what the portal of the request hides
  add column replay_after      timestamptz,
  add column replay_after_id   uuid,
  add column replay_until      timestamptz,
  add column replay_hidden     text[] not null default '{}';
create index webhook_followers on webhooks (followed_date) where status and events <> '{configuration.changed}';
create index webhook_replays on webhooks (replay_until) where replay_until is not null;
grant update (followed_position, followed_date, replay_after, replay_after_id, replay_until) on webhooks to :"definer";

-- The first characters of the last response.
alter table webhook_messages add column response_text text;

-- Replaced by record_webhook_response, which keeps these as well. No release had it.
drop function if exists record_webhook_result(uuid, int, text, int, int, uuid);

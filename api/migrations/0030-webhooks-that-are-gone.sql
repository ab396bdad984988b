-- Why a webhook was turned off automatically: `failing` or `gone`; null of those from before, which were failing.
alter table webhooks add column disabled_reason text;
grant update (disabled_reason) on webhooks to :"definer";

-- Replaced by record_webhook_outcome, which takes the receiver's Retry-After as well. No release had it.
drop function if exists record_webhook_response(uuid, int, text, text, int, int, uuid);

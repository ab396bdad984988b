-- Turns a database of the 43 earlier migrations into one of the baseline: its objects get the names they have there. The triggers
-- go with their functions and are created again below; all functions are created again afterwards.

drop function audit_chains, audit_named, audit_words, barred_paths, closed_paths, count_towards, end_overdue_seeings,
  end_seeing, end_seeing_with_session, forget_flows, forget_imports, forget_kept_answers, forget_old_sign_ins,
  forget_recoveries, forget_uploads, forget_webhook_messages, found_organisation, hand_upload, hold_structure, idle_limit,
  import_failed, judge_attempt, judge_word, keep_upload, mail_failed, mail_in_vain, mail_sent, news_failed, nodes_in_scope,
  note_changed_settings, note_moved_place, note_unsealed, organisation_told, own_seeing, places_along, role_holders_beyond,
  seal_audit, security_of_organisation, seeing_fault, seeing_refusal, seen_standing, setting_reach, setting_words, setting_zone,
  settings_along, settings_page, settings_told, settle_news, settled_seeing, stop_seeing, take_mails, take_up_import, take_up_news,
  take_webhook_messages, tenant_of_host, users_in_scope, users_reaching, users_sought, wall_in, walled_paths, webhook_answered,
  whole_organisation cascade;

alter table attempts rename to failed_attempts;
alter table brakes rename to rate_limits;
alter table audit_seals rename to audit_chain;
alter table audit_unsealed rename to audit_chain_queue;
alter table repeated_requests rename to idempotency_keys;
alter table seeings rename to impersonations;
alter table setting_news rename to setting_events;

alter table idempotency_keys rename column door to endpoint;
alter table idempotency_keys rename column answer to response;
alter table failed_attempts rename column in_row to consecutive_failures;
alter table mails rename column sealed to encrypted_content;
alter table secret_keys rename column sealed to encrypted_key;
alter table reset_tokens rename column used_with to request_hash;
alter table setting_events rename column was_above to previous_ancestors;
alter table setting_events rename column moment to effective_date;
alter table setting_events rename column settles to settled_xid;
alter table setting_events rename column seen to first_seen_date;
alter table import_rows rename column leans_on to depends_on;
alter table import_rows rename column faults to errors;
alter table import_rows rename column alone to exclusive;
alter table import_mappings rename column mark to headings_hash;
alter table uploads rename column looked_for to next_check_date;
alter table impersonations rename column began_date to started_date;
alter table impersonations rename column end_entry to end_audit_id;
alter table webhooks rename column turned_off_date to disabled_date;
alter table webhook_messages rename column give_up to expires_date;
alter table webhook_messages rename column taken_until to claimed_until;
alter table webhook_messages rename column answer to response_status;
alter table webhook_messages rename column trouble to error;
alter table webhook_messages rename column took to duration_ms;

alter index attempt_locks rename to failed_attempt_locks;
alter index repeated_request_dates rename to idempotency_key_dates;
alter index audit_unsealed_order rename to audit_chain_queue_order;
alter index seeing_ends rename to impersonation_ends;
alter index seeing_persons rename to impersonation_users;
alter index seeing_viewers rename to impersonation_viewers;
alter index seeing_sessions rename to impersonation_sessions;
alter index setting_news_due rename to setting_events_due;
alter index setting_news_turns rename to setting_event_order;
alter index setting_news_moments rename to setting_event_dates;
alter index setting_news_runs rename to setting_event_runs;
alter index user_places rename to user_paths;
alter index device_places rename to device_paths;
alter index setting_value_places rename to setting_value_paths;
alter index audit_places rename to audit_paths;
alter index audit_touched rename to audit_entities;
alter index audit_doers rename to audit_actors;
alter index audit_kinds rename to audit_entity_kinds;
alter index assignment_role_places rename to assignment_role_paths;
alter index import_runs_moving rename to import_runs_active;
alter index webhook_message_turns rename to webhook_message_order;
alter index webhook_messages_taken rename to webhook_messages_claimed;
alter index uploads_looked_for rename to uploads_next_check;

alter sequence setting_news_id_seq rename to setting_events_id_seq;
alter policy seen on user_views rename to shared;

-- The names that PostgreSQL made of the names of tables and columns. Those with a dot are error codes, and stay.
do $$
declare
  one record;
begin
  for one in
    select k.conrelid::regclass as owner, k.conname as old, t.new || substr(k.conname, length(t.old) + 1) as new
      from (values
    ('attempts', 'failed_attempts'), ('brakes', 'rate_limits'), ('audit_seals', 'audit_chain'),
    ('audit_unsealed', 'audit_chain_queue'), ('repeated_requests', 'idempotency_keys'), ('seeings', 'impersonations'),
    ('setting_news', 'setting_events')) t(old, new)
      join pg_constraint k on k.conrelid = t.new::regclass and starts_with(k.conname, t.old || '_')
  loop
    execute format('alter table %s rename constraint %I to %I', one.owner, one.old, one.new);
  end loop;
  for one in
    select k.conrelid::regclass as owner, k.conname as old, replace(k.conname, '_' || c.old || '_', '_' || c.new || '_') as new
      from (values
    ('idempotency_keys', 'door', 'endpoint'), ('idempotency_keys', 'answer', 'response'),
    ('failed_attempts', 'in_row', 'consecutive_failures'), ('mails', 'sealed', 'encrypted_content'),
    ('secret_keys', 'sealed', 'encrypted_key'), ('reset_tokens', 'used_with', 'request_hash'),
    ('setting_events', 'was_above', 'previous_ancestors'), ('setting_events', 'moment', 'effective_date'),
    ('setting_events', 'settles', 'settled_xid'), ('setting_events', 'seen', 'first_seen_date'),
    ('import_rows', 'leans_on', 'depends_on'), ('import_rows', 'faults', 'errors'), ('import_rows', 'alone', 'exclusive'),
    ('import_mappings', 'mark', 'headings_hash'), ('uploads', 'looked_for', 'next_check_date'),
    ('impersonations', 'began_date', 'started_date'), ('impersonations', 'end_entry', 'end_audit_id'),
    ('webhooks', 'turned_off_date', 'disabled_date'), ('webhook_messages', 'give_up', 'expires_date'),
    ('webhook_messages', 'taken_until', 'claimed_until'), ('webhook_messages', 'answer', 'response_status'),
    ('webhook_messages', 'trouble', 'error'), ('webhook_messages', 'took', 'duration_ms')) c(owner, old, new)
      join pg_constraint k on k.conrelid = c.owner::regclass and starts_with(k.conname, c.owner || '_' || c.old || '_')
  loop
    execute format('alter table %s rename constraint %I to %I', one.owner, one.old, one.new);
  end loop;
end $$;

create trigger audit_entries_are_queued after insert on audit
  referencing new table as fresh for each statement execute function queue_audit_entries();
create trigger setting_changes_are_queued after insert on setting_changes
  referencing new table as fresh for each statement execute function queue_setting_changes();
create trigger node_moves_are_queued after update of parent_id on nodes
  for each row when (old.parent_id is distinct from new.parent_id and new.deleted_date is null) execute function queue_node_move();
create trigger session_ends_impersonation after update of ended_date on sessions
  for each row when (old.ended_date is null and new.ended_date is not null) execute function end_impersonation_with_session();

-- created anew for the steps that begin with the baseline
drop table migrations;

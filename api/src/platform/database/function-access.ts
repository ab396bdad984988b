/** Who owns a database function and who may execute it. Its search path is always `public, pg_temp`, unless it is inlined. */
export type FunctionAccess = {
  readonly owner: 'owner' | 'definer';
  readonly execute: 'app' | 'definer' | 'public';
  /** A function with a search path of its own is not inlined into queries and policies. */
  readonly inlined?: true;
};

const entries = (access: FunctionAccess, names: readonly string[]) => names.map((name) => [name, access] as const);

/** Owner, privileges and search path of every function in api/sql/functions. */
export const functionAccess: ReadonlyMap<string, FunctionAccess> = new Map([
  // Security definer functions, which bypass row-level security; the comment of each states why.
  ...entries({ owner: 'definer', execute: 'app' }, [
    'audit_chain_status',
    'audit_subject_ids',
    'check_impersonation',
    'claim_import',
    'claim_mails',
    'claim_setting_events',
    'claim_webhook_messages',
    'codes_taken',
    'count_found_nodes',
    'count_users',
    'count_users_above',
    'create_organisation',
    'delete_expired_idempotency_keys',
    'delete_expired_import_rows',
    'delete_expired_recoveries',
    'delete_expired_recovery_flows',
    'delete_expired_sessions',
    'delete_expired_webhook_messages',
    'delete_unused_uploads',
    'device_configuration',
    'disabled_paths',
    'discard_expired_mail',
    'distinct_setting_values',
    'effective_time_zone',
    'end_expired_impersonations',
    'end_impersonation_with_session',
    'explained_settings',
    'extend_audit_chain',
    'has_due_setting_event',
    'inherited_settings',
    'is_colleague',
    'list_organisations',
    'nodes_along_path',
    'open_portal',
    'open_session',
    'organisation_security_settings',
    'organisation_summary',
    'other_region_paths',
    'own_assignments',
    'own_impersonation',
    'own_open_sessions',
    'own_sign_ins',
    'page_of_users',
    'queue_audit_entries',
    'queue_node_move',
    'queue_setting_changes',
    'record_import_failure',
    'record_mail_failure',
    'record_mail_sent',
    'record_setting_event_failure',
    'record_upload',
    'record_webhook_result',
    'role_users_outside_scope',
    'search_nodes',
    'setting_radar',
    'settings_page',
    'stop_impersonation',
    'tenant_of_host',
    'transfer_upload',
    'unused_uploads',
    'user_names_taken',
    'users_exceeding',
    'verify_audit',
  ]),
  // Only security definer functions may call these.
  ...entries({ owner: 'owner', execute: 'definer' }, [
    'current_impersonation',
    'effective_assignment',
    'end_impersonation',
    'impersonation_error',
  ]),
  // These run with the rights of the application.
  ...entries({ owner: 'owner', execute: 'app' }, [
    'increment_rate_limit',
    'lock_tree',
    'record_attempt',
    'record_secret_word_attempt',
  ]),
  // These run with the rights of any caller and reveal nothing by themselves.
  ...entries({ owner: 'owner', execute: 'public' }, [
    'audit_canonical_form',
    'clock',
    'clock_now',
    'excluded_paths',
    'idle_timeout',
    'node_label',
    'node_scope_conditions',
    'path_prefixes',
    'scope_is_organisation',
    'user_filter_conditions',
    'user_scope_conditions',
  ]),
  ...entries({ owner: 'owner', execute: 'public', inlined: true }, ['scope_hi', 'scope_lo', 'scope_org', 'scope_user']),
]);

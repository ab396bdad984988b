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
    'audit_chains',
    'audit_named',
    'closed_paths',
    'codes_taken',
    'count_found_nodes',
    'count_users',
    'device_configuration',
    'end_overdue_seeings',
    'end_seeing_with_session',
    'forget_flows',
    'forget_imports',
    'forget_kept_answers',
    'forget_old_sign_ins',
    'forget_recoveries',
    'forget_uploads',
    'forget_webhook_messages',
    'found_organisation',
    'hand_upload',
    'import_failed',
    'is_colleague',
    'keep_upload',
    'list_organisations',
    'mail_failed',
    'mail_in_vain',
    'mail_sent',
    'news_failed',
    'note_changed_settings',
    'note_moved_place',
    'note_unsealed',
    'open_portal',
    'open_session',
    'organisation_told',
    'own_assignments',
    'own_open_sessions',
    'own_seeing',
    'own_sign_ins',
    'page_of_users',
    'places_along',
    'role_holders_beyond',
    'seal_audit',
    'search_nodes',
    'security_of_organisation',
    'seeing_refusal',
    'setting_reach',
    'setting_words',
    'setting_zone',
    'settings_along',
    'settings_page',
    'settings_told',
    'settle_news',
    'stop_seeing',
    'take_mails',
    'take_up_import',
    'take_up_news',
    'take_webhook_messages',
    'tenant_of_host',
    'unused_uploads',
    'user_names_taken',
    'users_exceeding',
    'users_reaching',
    'verify_audit',
    'walled_paths',
    'webhook_answered',
  ]),
  // Only security definer functions may call these.
  ...entries({ owner: 'owner', execute: 'definer' }, ['end_seeing', 'seeing_fault', 'seen_standing', 'settled_seeing']),
  // These run with the rights of the application.
  ...entries({ owner: 'owner', execute: 'app' }, ['count_towards', 'hold_structure', 'judge_attempt', 'judge_word']),
  // These run with the rights of any caller and reveal nothing by themselves.
  ...entries({ owner: 'owner', execute: 'public' }, [
    'audit_words',
    'barred_paths',
    'clock',
    'clock_now',
    'idle_limit',
    'node_label',
    'nodes_in_scope',
    'path_prefixes',
    'users_in_scope',
    'users_sought',
    'whole_organisation',
  ]),
  ...entries({ owner: 'owner', execute: 'public', inlined: true }, ['scope_hi', 'scope_lo', 'scope_org', 'scope_user']),
]);

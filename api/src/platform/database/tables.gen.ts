// Made from the tables by `npm run tables`; not written by hand.
import type { Generated } from 'kysely';

type AddressFailuresTable = {
  address: string;
  failures: number;
  since: string;
};

type AssignmentsTable = {
  id: string;
  org_id: string;
  user_id: string;
  role_id: string;
  node_id: Generated<string | null>;
  tpath: string;
  position: Generated<number>;
  until: Generated<string | null>;
  created_date: Generated<string>;
  created_by: Generated<string | null>;
};

type AuditTable = {
  id: string;
  org_id: string;
  tpath: string;
  at: Generated<string>;
  actor_id: Generated<string | null>;
  session_id: Generated<string | null>;
  address: Generated<string>;
  action: string;
  entity: string;
  entity_id: string;
  before: Generated<unknown>;
  after: Generated<unknown>;
  reason: Generated<string | null>;
  run_id: Generated<string | null>;
};

type AuditChainTable = {
  org_id: string;
  position: number;
  audit_id: string;
  hash: Buffer;
  version: Generated<number>;
};

type AuditChainQueueTable = {
  audit_id: string;
  org_id: string;
  at: string;
};

type AuditDenialsTable = {
  org_id: string;
  name: string;
  since: string;
  count: number;
  written: number;
  event: unknown;
};

type AuditGapsTable = {
  id: number;
  org_id: string;
  record: unknown;
};

type AuditStatusTable = {
  org_id: string;
  verified_position: Generated<number | null>;
  verified_date: Generated<string | null>;
  faults: Generated<number>;
  anchor: Generated<unknown>;
  anchored_date: Generated<string | null>;
  first_fault: Generated<number | null>;
};

type ClockOffsetTable = {
  only_row: Generated<boolean>;
  ahead: Generated<string>;
};

type DemoDataTable = {
  org_id: string;
  user_id: Generated<string | null>;
};

type DevicesTable = {
  id: string;
  org_id: string;
  node_id: string;
  tpath: string;
  name: string;
  name_norm: string;
  type: string;
  address: string;
  serial: string;
  serial_norm: string;
  pairing_hash: Generated<Buffer | null>;
  pairing_until: Generated<string | null>;
  key_hash: Generated<Buffer | null>;
  paired_date: Generated<string | null>;
  last_seen: Generated<string | null>;
  created_date: string;
  created_by: Generated<string | null>;
  updated_date: string;
  updated_by: Generated<string | null>;
  version: Generated<number>;
  deleted_date: Generated<string | null>;
  search_text: Generated<string>;
};

type DomainsTable = {
  org_id: string;
  domain_name: string;
  is_default: Generated<boolean>;
};

type EmailLinksTable = {
  org_id: string;
  user_id: string;
  token_hash: Buffer;
  purpose: string;
  created_date: string;
  expires_date: string;
  used_date: Generated<string | null>;
};

type FailedAttemptsTable = {
  org_id: string;
  subject: Buffer;
  device: Generated<Buffer>;
  failures: Generated<number>;
  consecutive_failures: Generated<number>;
  locked_until: Generated<string | null>;
  last_failure: string;
  user_id: Generated<string | null>;
};

type FileUsesTable = {
  org_id: string;
  address: string;
  kind: string;
  record: string;
};

type IdempotencyKeysTable = {
  org_id: string;
  user_id: string;
  key: string;
  endpoint: string;
  body_hash: Buffer;
  status: number;
  headers: Generated<unknown>;
  response: string;
  created_date: Generated<string>;
};

type ImpersonationsTable = {
  id: string;
  org_id: string;
  user_id: string;
  session_id: string;
  viewer_id: string;
  reason: string;
  started_date: string;
  until: string;
  ended_date: Generated<string | null>;
  ended_how: Generated<string | null>;
  end_audit_id: string;
};

type ImportMappingsTable = {
  org_id: string;
  user_id: string;
  kind: string;
  headings_hash: Buffer;
  headings: string[];
  columns: string[];
  used_date: string;
  constants: Generated<unknown>;
};

type ImportRowsTable = {
  run_id: string;
  org_id: string;
  row: number;
  cells: string[];
  rank: number;
  key: string;
  depends_on: string;
  outcome: Generated<string | null>;
  errors: Generated<unknown>;
  entity_id: Generated<string | null>;
  version: Generated<number | null>;
  exclusive: Generated<boolean>;
  before: Generated<unknown>;
  written: Generated<boolean>;
  undone: Generated<string | null>;
  derived: Generated<unknown>;
};

type ImportRunsTable = {
  id: string;
  org_id: string;
  node_id: string;
  tpath: string;
  kind: string;
  user_id: string;
  assignment_id: string;
  session_id: string;
  host: string;
  address: string;
  file_name: string;
  columns: string[];
  unknown_columns: string[];
  state: string;
  checked: Generated<boolean>;
  undo_begun: Generated<boolean>;
  row_count: number;
  to_do: number;
  done: Generated<number>;
  cursor_rank: Generated<number | null>;
  cursor_row: Generated<number | null>;
  created: Generated<number>;
  updated: Generated<number>;
  unchanged: Generated<number>;
  wrong: Generated<number>;
  undone: Generated<number>;
  kept: Generated<number>;
  fault: Generated<string | null>;
  tries: Generated<number>;
  next_try: string;
  rows_until: Generated<string | null>;
  created_date: string;
  created_by: string;
  updated_date: string;
  updated_by: string;
  version: Generated<number>;
  task: Generated<unknown>;
  mapping: Generated<string[] | null>;
  constants: Generated<unknown>;
  derived: Generated<number>;
  search_text: Generated<string>;
  shifted_plans: Generated<number>;
};

type KnownDevicesTable = {
  org_id: string;
  user_id: string;
  device_hash: Buffer;
  last_used: string;
};

type MailsTable = {
  id: string;
  org_id: string;
  user_id: string;
  kind: string;
  to_address: string;
  encrypted_content: Generated<Buffer | null>;
  created_date: string;
  tries: Generated<number>;
  next_try: Generated<string | null>;
  sent_date: Generated<string | null>;
  failed_date: Generated<string | null>;
  last_error: Generated<string | null>;
};

type NodeCountChangesTable = {
  org_id: string;
  label: string;
  kind: string;
  hour: string;
  count: number;
};

type NodeCountsTable = {
  org_id: string;
  label: string;
  kind: string;
  hour: string;
  count: number;
};

type NodesTable = {
  id: string;
  org_id: string;
  parent_id: Generated<string | null>;
  tpath: string;
  node_type: string;
  name: string;
  name_norm: string;
  code: string;
  code_norm: string;
  search_text: string;
  status: Generated<boolean>;
  region: Generated<string[]>;
  street: Generated<string | null>;
  city: Generated<string | null>;
  state: Generated<string | null>;
  post_code: Generated<string | null>;
  country: Generated<string | null>;
  time_zone: Generated<string | null>;
  created_date: Generated<string>;
  created_by: Generated<string | null>;
  updated_date: Generated<string>;
  updated_by: Generated<string | null>;
  version: Generated<number>;
  deleted_date: Generated<string | null>;
  phone_number: Generated<string>;
  email_id: Generated<string>;
  moved_date: Generated<string | null>;
  latitude: Generated<number | null>;
  longitude: Generated<number | null>;
};

type OrganisationsTable = {
  org_id: string;
  code: string;
  address: Generated<string>;
  country: Generated<string>;
  email_id: Generated<string>;
  default_language: Generated<string>;
  api_key: string;
  administrator_id: Generated<string | null>;
};

type PortalHostsTable = {
  host: string;
  org_id: string;
  is_url: Generated<boolean>;
  theme_node_id: Generated<string | null>;
};

type ProductsTable = {
  id: string;
  org_id: string;
  sku: string;
  sku_norm: string;
  name: string;
  name_norm: string;
  search_text: string;
  descriptions: Generated<unknown>;
  image_urls: Generated<string[]>;
  price: Generated<unknown | null>;
  currency: Generated<string | null>;
  vat_class: Generated<string | null>;
  status: Generated<boolean>;
  tags: Generated<string[]>;
  created_date: Generated<string>;
  created_by: Generated<string | null>;
  updated_date: Generated<string>;
  updated_by: Generated<string | null>;
  version: Generated<number>;
  deleted_date: Generated<string | null>;
  search_keys: Generated<unknown | null>;
  sku_shape: Generated<string>;
};

type RateLimitsTable = {
  name: string;
  count: number;
  since: string;
};

type RecoveryFlowsTable = {
  org_id: string;
  flow_hash: Buffer;
  cookie_hash: Generated<Buffer | null>;
  email_norm: string;
  user_name_norm: Generated<string | null>;
  domain_name: string;
  created_date: string;
  sent_date: Generated<string | null>;
};

type ResetTokensTable = {
  org_id: string;
  user_id: string;
  token_hash: Buffer;
  way: string;
  created_date: string;
  expires_date: string;
  used_date: Generated<string | null>;
  replaced_date: Generated<string | null>;
  request_hash: Generated<Buffer | null>;
};

type RolesTable = {
  id: string;
  org_id: string;
  name: string;
  name_norm: string;
  description: Generated<string>;
  level: string;
  status: Generated<boolean>;
  access_rights: Generated<string[]>;
  created_date: Generated<string>;
  created_by: Generated<string | null>;
  updated_date: Generated<string>;
  updated_by: Generated<string | null>;
  version: Generated<number>;
  deleted_date: Generated<string | null>;
  search_text: Generated<string>;
};

type SecretKeysTable = {
  org_id: string;
  id: string;
  encrypted_key: Buffer;
  created_date: string;
};

type ServiceAccountsTable = {
  id: string;
  org_id: string;
  node_id: string;
  tpath: string;
  role_id: string;
  name: string;
  name_norm: string;
  networks: Generated<string[]>;
  prefix: string;
  key_hash: Buffer;
  until: string;
  last_used: Generated<string | null>;
  last_address: Generated<string | null>;
  known_addresses: Generated<string[]>;
  maker_id: string;
  old_prefix: Generated<string | null>;
  old_key_hash: Generated<Buffer | null>;
  old_until: Generated<string | null>;
  old_last_used: Generated<string | null>;
  created_date: string;
  created_by: Generated<string | null>;
  updated_date: string;
  updated_by: Generated<string | null>;
  version: Generated<number>;
  revoked_date: Generated<string | null>;
};

type SessionsTable = {
  id: string;
  org_id: string;
  user_id: string;
  assignment_id: Generated<string | null>;
  binding: Generated<Buffer | null>;
  generation: Generated<number>;
  refreshed_at: Generated<string | null>;
  address: Generated<string>;
  device: Generated<string>;
  created_date: string;
  last_activity: string;
  expires_date: string;
  ended_date: Generated<string | null>;
};

type SettingChangesTable = {
  id: string;
  org_id: string;
  node_id: string;
  tpath: string;
  section: string;
  version: number;
  begins: string;
  reason: Generated<string | null>;
  run_id: Generated<string | null>;
  created_date: string;
  created_by: Generated<string | null>;
  withdrawn_date: Generated<string | null>;
  withdrawn_by: Generated<string | null>;
};

type SettingDraftsTable = {
  org_id: string;
  node_id: string;
  tpath: string;
  section: string;
  draft: unknown;
  updated_date: string;
  updated_by: string;
};

type SettingEventsTable = {
  id: number;
  org_id: string;
  change_ids: Generated<unknown>;
  node_id: Generated<string | null>;
  previous_ancestors: Generated<unknown>;
  run_id: Generated<string | null>;
  effective_date: string;
  next_try: string;
  tries: Generated<number>;
  settled_xid: Generated<number | null>;
  first_seen_date: Generated<string | null>;
};

type SettingValuesTable = {
  id: string;
  org_id: string;
  node_id: string;
  tpath: string;
  section: string;
  field: string;
  value: unknown;
  mode: Generated<string>;
  valid_from: Generated<string>;
  valid_until: Generated<string | null>;
  created_date: Generated<string>;
  created_by: Generated<string | null>;
  ended_date: Generated<string | null>;
  change_id: Generated<string | null>;
  closed_by: Generated<string | null>;
  skus: Generated<string[]>;
};

type UnboundEncryptionTable = {
  accepted: Generated<boolean>;
};

type UploadsTable = {
  org_id: string;
  address: string;
  bytes: number;
  created_date: string;
  deletion_date: Generated<string | null>;
  type: string;
  name: Generated<string>;
  width: Generated<number | null>;
  height: Generated<number | null>;
  duration: Generated<number | null>;
  created_by: Generated<string | null>;
  id: Generated<string>;
  search_text: Generated<string>;
};

type UserListColumnsTable = {
  org_id: string;
  user_id: string;
  columns: string[];
};

type UserViewsTable = {
  id: string;
  org_id: string;
  owner_id: string;
  node_id: Generated<string | null>;
  area: Generated<string | null>;
  name: string;
  name_norm: string;
  shared: boolean;
  query: unknown;
  columns: string[];
  created_date: string;
  created_by: Generated<string | null>;
  updated_date: string;
  updated_by: Generated<string | null>;
  version: Generated<number>;
  list: Generated<string>;
};

type UsersTable = {
  id: string;
  org_id: string;
  node_id: Generated<string | null>;
  tpath: string;
  user_name: string;
  user_name_norm: string;
  domain_name: Generated<string>;
  first_name: string;
  last_name: string;
  name_norm: string;
  email_id: string;
  email_norm: string;
  search_text: string;
  phone_number: Generated<string>;
  language: Generated<string>;
  time_zone: Generated<string>;
  country: Generated<string>;
  date_of_birth: Generated<string | null>;
  communication_email: Generated<boolean>;
  communication_push: Generated<boolean>;
  communication_sms: Generated<boolean>;
  dashboard_access: Generated<string | null>;
  short_name: Generated<string | null>;
  profile_picture: Generated<string | null>;
  status: Generated<boolean>;
  password_hash: Generated<string | null>;
  manual_password: Generated<boolean>;
  temporary_until: Generated<string | null>;
  secret_word_hash: Generated<string | null>;
  pin_hash: Generated<string | null>;
  reset_date: Generated<string | null>;
  is_reset_token_used: Generated<boolean | null>;
  last_active: Generated<string>;
  created_date: Generated<string>;
  created_by: Generated<string | null>;
  updated_date: Generated<string>;
  updated_by: Generated<string | null>;
  version: Generated<number>;
  deleted_date: Generated<string | null>;
  face_consent_date: Generated<string | null>;
  pending_email: Generated<string | null>;
  pending_email_since: Generated<string | null>;
  pending_email_by: Generated<string | null>;
  pending_email_confirmed_date: Generated<string | null>;
  email_by: Generated<string | null>;
  mail_refused_date: Generated<string | null>;
  mail_refused_reason: Generated<string | null>;
};

type WebhookMessagesTable = {
  id: string;
  org_id: string;
  webhook_id: string;
  tpath: string;
  body: string;
  created_date: string;
  expires_date: string;
  tries: Generated<number>;
  next_try: Generated<string | null>;
  claimed_until: Generated<string | null>;
  last_try: Generated<string | null>;
  sent_date: Generated<string | null>;
  response_status: Generated<number | null>;
  error: Generated<string | null>;
  duration_ms: Generated<number | null>;
  response_text: Generated<string | null>;
};

type WebhooksTable = {
  id: string;
  org_id: string;
  node_id: string;
  tpath: string;
  description: string;
  url: string;
  sections: Generated<string[] | null>;
  status: Generated<boolean>;
  secret_key: string;
  secret: string;
  old_secret_key: Generated<string | null>;
  old_secret: Generated<string | null>;
  old_until: Generated<string | null>;
  failing_since: Generated<string | null>;
  disabled_date: Generated<string | null>;
  created_date: string;
  created_by: Generated<string | null>;
  updated_date: string;
  updated_by: Generated<string | null>;
  version: Generated<number>;
  events: Generated<string[]>;
  host: Generated<string>;
  followed_position: Generated<number>;
  followed_date: Generated<string | null>;
  events_since: Generated<string | null>;
  replay_after: Generated<string | null>;
  replay_after_id: Generated<string | null>;
  replay_until: Generated<string | null>;
  replay_hidden: Generated<string[]>;
  disabled_reason: Generated<string | null>;
};

/** The tables of the database, as they are after all migrations. */
export type Tables = {
  address_failures: AddressFailuresTable;
  assignments: AssignmentsTable;
  audit: AuditTable;
  audit_chain: AuditChainTable;
  audit_chain_queue: AuditChainQueueTable;
  audit_denials: AuditDenialsTable;
  audit_gaps: AuditGapsTable;
  audit_status: AuditStatusTable;
  clock_offset: ClockOffsetTable;
  demo_data: DemoDataTable;
  devices: DevicesTable;
  domains: DomainsTable;
  email_links: EmailLinksTable;
  failed_attempts: FailedAttemptsTable;
  file_uses: FileUsesTable;
  idempotency_keys: IdempotencyKeysTable;
  impersonations: ImpersonationsTable;
  import_mappings: ImportMappingsTable;
  import_rows: ImportRowsTable;
  import_runs: ImportRunsTable;
  known_devices: KnownDevicesTable;
  mails: MailsTable;
  node_count_changes: NodeCountChangesTable;
  node_counts: NodeCountsTable;
  nodes: NodesTable;
  organisations: OrganisationsTable;
  portal_hosts: PortalHostsTable;
  products: ProductsTable;
  rate_limits: RateLimitsTable;
  recovery_flows: RecoveryFlowsTable;
  reset_tokens: ResetTokensTable;
  roles: RolesTable;
  secret_keys: SecretKeysTable;
  service_accounts: ServiceAccountsTable;
  sessions: SessionsTable;
  setting_changes: SettingChangesTable;
  setting_drafts: SettingDraftsTable;
  setting_events: SettingEventsTable;
  setting_values: SettingValuesTable;
  unbound_encryption: UnboundEncryptionTable;
  uploads: UploadsTable;
  user_list_columns: UserListColumnsTable;
  user_views: UserViewsTable;
  users: UsersTable;
  webhook_messages: WebhookMessagesTable;
  webhooks: WebhooksTable;
};

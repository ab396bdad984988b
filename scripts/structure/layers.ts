/** The layers from the lowest up; a domain depends only on domains of lower layers. */
const layers = [
  ['reference'],
  ['audit', 'rate-limits', 'mails', 'metrics', 'tracing'],
  ['files'],
  ['imports'],
  ['nodes', 'products'],
  ['organisations', 'roles', 'settings', 'devices'],
  ['themes', 'webhooks', 'api-keys'],
  ['users', 'dashboard'],
  ['views'],
  ['sessions'],
  ['passwords'],
] as const;

/** Every domain, lowest layer first. */
export const domains: readonly string[] = layers.flat();

/** The files of the contract that belong to no domain; every domain may depend on them. */
export const foundations: readonly string[] = [
  'errors',
  'field-errors',
  'limits',
  'session-errors',
  'file-errors',
  'import-errors',
  'product-errors',
  'modules',
  'access',
  'fields',
  'link-tokens',
  'full-names',
  'paging',
  'phone-number',
  'dialling-codes',
  'search',
  'list-views',
  'first-changes',
  'endpoint',
  'media-types',
  'colours',
  'coordinates',
  'runtime-configuration',
  'csv',
];

/** Files of the contract that belong to a domain whose name they do not contain. */
export const contractNouns: Readonly<Record<string, string>> = {
  'node-import': 'nodes',
  'node-input': 'nodes',
  'node-types': 'nodes',
  'product-bulk': 'products',
  'product-import': 'products',
  'run-kinds': 'imports',
  'theme-tokens': 'themes',
  profiles: 'users',
  'pending-email': 'users',
  'email-changes': 'users',
  'dashboard-keys': 'users',
  'user-lists': 'users',
  'user-views': 'users',
  'product-views': 'products',
  'user-access': 'users',
  'user-bulk': 'users',
  'user-bulk-actions': 'users',
  'user-export': 'users',
  'user-import': 'users',
  'user-input': 'users',
  actions: 'users',
  assignments: 'users',
  'portal-hosts': 'organisations',
  'role-templates': 'roles',
  'media-library': 'files',
  impersonation: 'sessions',
  'webhook-events': 'webhooks',
  'webhook-messages': 'webhooks',
};

/** The layer of a domain, counted from the lowest; undefined if there is no such domain. */
export function layerOf(domain: string): number | undefined {
  const layer = layers.findIndex((names) => (names as readonly string[]).includes(domain));
  return layer === -1 ? undefined : layer;
}

/** A source tree: each file's path from the project's root, with forward slashes, and its text. */
export type SourceTree = ReadonlyMap<string, string>;

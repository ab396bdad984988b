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
  'invisible-characters',
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

/** The layer of a domain, counted from the lowest; undefined if there is no such domain. */
export function layerOf(domain: string): number | undefined {
  const layer = layers.findIndex((names) => (names as readonly string[]).includes(domain));
  return layer === -1 ? undefined : layer;
}

/** A source tree: each file's path from the project's root, with forward slashes, and its text. */
export type SourceTree = ReadonlyMap<string, string>;

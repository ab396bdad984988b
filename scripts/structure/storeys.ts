/** The floors of the house from the ground up; a domain leans only on the floors beneath its own. */
const storeys = [
  ['reference', 'audit', 'files', 'products', 'attempts', 'mails'],
  ['imports'],
  ['nodes'],
  ['organisations', 'roles', 'settings', 'devices'],
  ['themes', 'webhooks'],
  ['users', 'dashboard'],
  ['sessions'],
  ['passwords'],
] as const;

/** Every domain the house knows, lowest first. */
export const domains: readonly string[] = storeys.flat();

/** What the contract stands on; each of these lies beneath every domain. */
export const foundations: readonly string[] = [
  'errors',
  'session-errors',
  'import-errors',
  'modules',
  'access',
  'fields',
  'paging',
  'endpoint',
  'colours',
  'portal',
  'csv',
];

/** The parts of the contract that speak of a domain without bearing its name. */
export const contractNouns: Readonly<Record<string, string>> = {
  'node-import': 'nodes',
  'theme-tokens': 'themes',
  profiles: 'users',
  'user-lists': 'users',
  'user-views': 'users',
  'user-bulk': 'users',
  'user-bulk-actions': 'users',
  'user-export': 'users',
  'user-import': 'users',
  assignments: 'users',
  'ready-roles': 'roles',
  seeings: 'sessions',
};

/** The floor a domain stands on, counted from the ground; undefined for a word that is no domain. */
export function storeyOf(domain: string): number | undefined {
  const floor = storeys.findIndex((names) => (names as readonly string[]).includes(domain));
  return floor === -1 ? undefined : floor;
}

/** A source tree: each file's path from the project's root, with forward slashes, and its text. */
export type Tree = ReadonlyMap<string, string>;

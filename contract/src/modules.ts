import { type Permission, permissions } from './access.ts';

/** The modules a retailer can run, under the names the specification gives them; two have no code yet. */
export const modules = [
  { name: 'OM', code: 'om' },
  { name: 'SAGA', code: 'saga' },
  { name: 'TM', code: 'tm' },
  { name: 'RJ', code: 'rj' },
  { name: 'eBasket', code: 'ebasket' },
  { name: 'T2S', code: 't2s' },
  { name: 'SOTK', code: 'sotk' },
  { name: 'Engage', code: 'engage' },
  { name: 'DOTI', code: 'doti' },
  { name: 'T2B', code: undefined },
  { name: 'Ross', code: 'ross' },
  { name: 'Crest', code: undefined },
] as const;

/** The short name by which a module is addressed. */
export type ModuleCode = Exclude<(typeof modules)[number]['code'], undefined>;

/** All modules that can be addressed. */
export const moduleCodes = modules.flatMap(({ code }) => (code ? [code] : []));

/** One thing a role may do in one module, with the permission that comes along with it (none is empty). */
export type AccessRight = { readonly shortName: string; readonly associatePermission: Permission | '' };

/** The rights one module knows: organisation management has one for every permission, each other module an access right and four for its settings. */
export function accessRightsOf(code: ModuleCode): readonly AccessRight[] {
  if (code === 'om') return permissions.map((name) => ({ shortName: name.toLowerCase(), associatePermission: name }));
  return [
    { shortName: `${code}_access`, associatePermission: '' },
    ...(['LIST', 'VIEW', 'CREATE', 'EDIT'] as const).map((verb) => ({
      shortName: `${code}_${verb.toLowerCase()}_setting`,
      associatePermission: `${verb}_SETTING` as const,
    })),
  ];
}

const known = moduleCodes.map((shortName) => ({ shortName, accessRights: accessRightsOf(shortName) }));

const byShortName = new Map(
  known.flatMap(({ accessRights }) => accessRights.map((right) => [right.shortName, right] as const)),
);

/** The modules that a bundle of rights reaches into, each with just those rights; rights nobody knows are left out. */
export function modulesOf(shortNames: readonly string[]): { shortName: ModuleCode; accessRights: AccessRight[] }[] {
  const held = new Set(shortNames);
  return known
    .map(({ shortName, accessRights }) => ({
      shortName,
      accessRights: accessRights.filter((right) => held.has(right.shortName)),
    }))
    .filter((module) => module.accessRights.length > 0);
}

/** What a bundle of rights allows in all: the names of the rights and, in capitals, the permissions that come with them, each once. */
export function permissionsOf(shortNames: readonly string[]): string[] {
  const names = new Set<string>();
  for (const shortName of shortNames) {
    const right = byShortName.get(shortName);
    if (!right) continue;
    names.add(right.shortName);
    if (right.associatePermission) names.add(right.associatePermission.toUpperCase());
  }
  return [...names];
}

/** The rights of a bundle that nobody knows any more. */
export const unknownRightsOf = (shortNames: readonly string[]): string[] =>
  shortNames.filter((shortName) => !byShortName.has(shortName));

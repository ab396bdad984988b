import { type Permission, permissions } from './access.ts';

/** The modules a retailer can run, named as in the specification; two have no code yet. */
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

export type ModuleCode = Exclude<(typeof modules)[number]['code'], undefined>;

export const moduleCodes = modules.flatMap(({ code }) => (code ? [code] : []));

/** The modules that the popup of the header offers, in its order; the dashboard offers all. */
export const modulesInPopup = [
  'om',
  'sotk',
  'ebasket',
  'tm',
  't2s',
  'rj',
  'engage',
  'doti',
] as const satisfies readonly ModuleCode[];

/** An access right of a module, and the permission that it grants (empty for none). */
export type AccessRight = { readonly shortName: string; readonly associatePermission: Permission | '' };

/** The access rights of a module: organisation management has one for each permission; any other, one for access and four for its settings. */
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

const moduleRights = moduleCodes.map((shortName) => ({ shortName, accessRights: accessRightsOf(shortName) }));

const byShortName = new Map(
  moduleRights.flatMap(({ accessRights }) => accessRights.map((right) => [right.shortName, right] as const)),
);

/** Groups access rights by module; unknown ones are ignored. */
export function modulesOf(shortNames: readonly string[]): { shortName: ModuleCode; accessRights: AccessRight[] }[] {
  const names = new Set(shortNames);
  return moduleRights
    .map(({ shortName, accessRights }) => ({
      shortName,
      accessRights: accessRights.filter((right) => names.has(right.shortName)),
    }))
    .filter((module) => module.accessRights.length > 0);
}

/** The names of the known access rights, and the permissions that they grant in upper case, without duplicates. */
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

export const unknownRightsOf = (shortNames: readonly string[]): string[] =>
  shortNames.filter((shortName) => !byShortName.has(shortName));

import type { LevelRule, Permission } from '@storeward/contract/access';
import type { PhraseKey } from './phrase-keys.ts';

/** One entry of the left menu: its words, its pictogram, the letter that follows `g`, and the entry it folds under. */
export type MenuPlace = {
  readonly label: PhraseKey;
  readonly icon: 'home' | 'users' | 'structure' | 'building' | 'history' | 'shield';
  readonly key?: string;
  readonly parent?: { readonly label: PhraseKey; readonly icon: 'users' | 'structure' | 'building' | 'shield' };
};

/** One screen: where it is, what it is called, who may open it, and where the menu shows it. */
export type Screen = {
  readonly path: `/${string}`;
  readonly title: PhraseKey;
  readonly permissions: readonly Permission[];
  readonly mode: 'any' | 'all';
  readonly level?: LevelRule;
  readonly menu?: MenuPlace;
  /** The screen in whose menu entry this one is at home. */
  readonly under?: `/${string}`;
};

const people = { label: 'app.menu.administrators', icon: 'users' } as const;
const tenants = { label: 'app.menu.organisation', icon: 'building' } as const;
const roles = { label: 'app.menu.roles', icon: 'shield' } as const;
const rossRoles = { label: 'app.menu.rossRoles', icon: 'shield' } as const;
const places = { label: 'app.menu.structure', icon: 'structure' } as const;

/** Every screen behind sign-in; router, guard, left menu, keys and browser titles read nothing else. */
export const screens = [
  {
    path: '/dashboard',
    title: 'app.title.dashboard',
    permissions: ['OM_DASHBOARD'],
    mode: 'any',
    menu: { label: 'app.title.dashboard', icon: 'home', key: 'd' },
  },
  {
    path: '/users',
    title: 'app.title.users',
    permissions: ['LIST_USERS'],
    mode: 'any',
    menu: { label: 'app.title.users', icon: 'users', key: 'u', parent: people },
  },
  {
    path: '/users/changes',
    title: 'app.title.userChanges',
    permissions: ['ENABLED_USER', 'EDIT_USER'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    under: '/users',
  },
  {
    path: '/users/changes/{id}',
    title: 'app.title.userChanges',
    permissions: ['ENABLED_USER', 'EDIT_USER'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    under: '/users',
  },
  {
    path: '/user/create',
    title: 'app.title.userCreate',
    permissions: ['CREATE_USER'],
    mode: 'any',
    menu: { label: 'app.title.userCreate', icon: 'users', parent: people },
  },
  {
    path: '/user/import',
    title: 'app.title.userImport',
    permissions: ['SHOW_BULK_USER_IMPORT_SUBMENU'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menu: { label: 'app.title.userImport', icon: 'users', parent: people },
  },
  {
    path: '/user/import/{id}',
    title: 'app.title.userImport',
    permissions: ['SHOW_BULK_USER_IMPORT_SUBMENU'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    under: '/user/import',
  },
  { path: '/user/{id}/view', title: 'app.title.userView', permissions: ['VIEW_USER'], mode: 'any', under: '/users' },
  { path: '/user/{id}/edit', title: 'app.title.userEdit', permissions: ['EDIT_USER'], mode: 'any', under: '/users' },
  {
    path: '/organisation',
    title: 'app.title.organisations',
    permissions: ['LIST_ORGANISATIONS'],
    mode: 'any',
    level: { is: 'equal', than: 'GLOBAL' },
    menu: { label: 'app.title.organisations', icon: 'building', key: 'o', parent: tenants },
  },
  {
    path: '/organisation/create',
    title: 'app.title.organisationCreate',
    permissions: ['CREATE_ORGANISATION'],
    mode: 'any',
    level: { is: 'equal', than: 'GLOBAL' },
    menu: { label: 'app.title.organisationCreate', icon: 'building', parent: tenants },
  },
  {
    path: '/organisation/{id}/view',
    title: 'app.title.organisationView',
    permissions: ['VIEW_ORGANISATION'],
    mode: 'any',
    under: '/organisation',
  },
  {
    path: '/organisation/{id}/edit',
    title: 'app.title.organisationEdit',
    permissions: ['UPDATE_ORGANISATION'],
    mode: 'any',
    under: '/organisation',
  },
  {
    path: '/role',
    title: 'app.title.roles',
    permissions: ['LIST_ROLES'],
    mode: 'all',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menu: { label: 'app.title.roles', icon: 'shield', key: 'r', parent: roles },
  },
  {
    path: '/role/create',
    title: 'app.title.roleCreate',
    permissions: ['CREATE_ROLE'],
    mode: 'all',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menu: { label: 'app.title.roleCreate', icon: 'shield', parent: roles },
  },
  {
    path: '/role/{id}/view',
    title: 'app.title.roleView',
    permissions: ['VIEW_ROLE'],
    mode: 'all',
    level: { is: 'not-equal', than: 'GLOBAL' },
    under: '/role',
  },
  {
    path: '/role/{id}/edit',
    title: 'app.title.roleEdit',
    permissions: ['EDIT_ROLE'],
    mode: 'all',
    level: { is: 'not-equal', than: 'GLOBAL' },
    under: '/role',
  },
  {
    path: '/roles',
    title: 'app.title.rossRoles',
    permissions: ['LIST_ROLES'],
    mode: 'all',
    level: { is: 'equal', than: 'GLOBAL' },
    menu: { label: 'app.title.rossRoles', icon: 'shield', key: 'r', parent: rossRoles },
  },
  {
    path: '/roles/create',
    title: 'app.title.rossRoleCreate',
    permissions: ['CREATE_ROLE'],
    mode: 'all',
    level: { is: 'equal', than: 'GLOBAL' },
    menu: { label: 'app.title.rossRoleCreate', icon: 'shield', parent: rossRoles },
  },
  {
    path: '/roles/{id}/view',
    title: 'app.title.rossRoleView',
    permissions: ['VIEW_ROLE'],
    mode: 'all',
    level: { is: 'equal', than: 'GLOBAL' },
    under: '/roles',
  },
  {
    path: '/roles/{id}/edit',
    title: 'app.title.rossRoleEdit',
    permissions: ['EDIT_ROLE'],
    mode: 'all',
    level: { is: 'equal', than: 'GLOBAL' },
    under: '/roles',
  },
  { path: '/profile', title: 'app.title.profile', permissions: ['VIEW_PROFILE'], mode: 'any' },
  {
    path: '/structure/hierarchy',
    title: 'app.title.hierarchy',
    permissions: ['LIST_NODE_STRUCTURE'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menu: { label: 'app.title.hierarchy', icon: 'structure', key: 'h', parent: places },
  },
  {
    path: '/structure/create',
    title: 'app.title.nodeCreate',
    permissions: ['CREATE_NODE'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menu: { label: 'app.title.nodeCreate', icon: 'structure', parent: places },
  },
  {
    path: '/structure/import',
    title: 'app.title.nodeImport',
    permissions: ['CREATE_NODE', 'EDIT_NODE'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    under: '/structure/hierarchy',
  },
  {
    path: '/structure/import/{id}',
    title: 'app.title.nodeImport',
    permissions: ['CREATE_NODE', 'EDIT_NODE'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    under: '/structure/hierarchy',
  },
  {
    path: '/structure/bulk-override',
    title: 'app.title.bulkOverride',
    permissions: ['LIST_BULK_OVERRIDE'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menu: { label: 'app.title.bulkOverride', icon: 'structure', parent: places },
  },
  {
    path: '/structure/bulk-override/{id}',
    title: 'app.title.bulkOverride',
    permissions: ['LIST_BULK_OVERRIDE'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    under: '/structure/bulk-override',
  },
  {
    path: '/structure/settings-import',
    title: 'app.title.settingImport',
    permissions: ['LIST_BULK_OVERRIDE', 'BULK_OVERRIDE'],
    mode: 'all',
    level: { is: 'not-equal', than: 'GLOBAL' },
    under: '/structure/bulk-override',
  },
  {
    path: '/structure/settings-import/{id}',
    title: 'app.title.settingImport',
    permissions: ['LIST_BULK_OVERRIDE', 'BULK_OVERRIDE'],
    mode: 'all',
    level: { is: 'not-equal', than: 'GLOBAL' },
    under: '/structure/bulk-override',
  },
  {
    path: '/structure/radar/{id}',
    title: 'app.title.radar',
    permissions: ['VIEW_NODE', 'VIEW_ORGANISATION'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    under: '/structure/hierarchy',
  },
  {
    path: '/structure/values/{id}',
    title: 'app.title.placeValues',
    permissions: ['VIEW_NODE', 'VIEW_ORGANISATION'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    under: '/structure/hierarchy',
  },
  {
    path: '/structure/{id}/view',
    title: 'app.title.nodeView',
    permissions: ['VIEW_NODE'],
    mode: 'any',
    under: '/structure/hierarchy',
  },
  {
    path: '/structure/{id}/edit',
    title: 'app.title.nodeEdit',
    permissions: ['EDIT_NODE'],
    mode: 'any',
    under: '/structure/hierarchy',
  },
  {
    path: '/audit-trail',
    title: 'app.title.audit',
    permissions: ['VIEW_USER', 'VIEW_NODE'],
    mode: 'all',
    menu: { label: 'app.title.audit', icon: 'history', key: 'a' },
  },
] as const satisfies readonly Screen[];

/** The address of one of our screens, as the site map writes it. */
export type ScreenPath = (typeof screens)[number]['path'];

/** One of our own screens; what its permissions are called stands in the phrases under `app.right`. */
export type PortalScreen = Omit<Screen, 'path' | 'permissions'> & {
  readonly path: ScreenPath;
  readonly permissions: readonly (typeof screens)[number]['permissions'][number][];
};

/** The screen that stands at an address, if there is one. */
export function screenAt(pathname: string): Screen | undefined {
  const path = pathname.replace(/(?<=.)\/$/, '');
  return screens.find((screen) => patternOf(screen.path).test(path));
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);

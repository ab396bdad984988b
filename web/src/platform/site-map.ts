import type { LevelRule, Permission } from '@storeward/contract/access';
import type { PhraseKey } from './phrase-keys.ts';

/** An entry of the left menu. `key` follows `g` as keyboard shortcut, `parent` is the group. */
export type MenuItem = {
  readonly label: PhraseKey;
  readonly icon: 'home' | 'users' | 'structure' | 'building' | 'history' | 'shield';
  readonly key?: string;
  readonly parent?: { readonly label: PhraseKey; readonly icon: 'users' | 'structure' | 'building' | 'shield' };
};

/** A screen with its path, title, access rule and menu entry. */
export type Screen = {
  readonly path: `/${string}`;
  readonly title: PhraseKey;
  readonly permissions: readonly Permission[];
  readonly mode: 'any' | 'all';
  readonly level?: LevelRule;
  readonly menu?: MenuItem;
  /** The screen whose menu entry is highlighted for this one. */
  readonly menuPath?: `/${string}`;
};

const userMenu = { label: 'app.menu.administrators', icon: 'users' } as const;
const organisationMenu = { label: 'app.menu.organisation', icon: 'building' } as const;
const roleMenu = { label: 'app.menu.roles', icon: 'shield' } as const;
const rossRoleMenu = { label: 'app.menu.rossRoles', icon: 'shield' } as const;
const structureMenu = { label: 'app.menu.structure', icon: 'structure' } as const;

/** All screens behind sign-in: the source for router, permission guard, left menu, shortcuts and document titles. */
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
    menu: { label: 'app.title.users', icon: 'users', key: 'u', parent: userMenu },
  },
  {
    path: '/users/changes',
    title: 'app.title.userChanges',
    permissions: ['ENABLED_USER', 'EDIT_USER'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menuPath: '/users',
  },
  {
    path: '/users/changes/{id}',
    title: 'app.title.userChanges',
    permissions: ['ENABLED_USER', 'EDIT_USER'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menuPath: '/users',
  },
  {
    path: '/user/create',
    title: 'app.title.userCreate',
    permissions: ['CREATE_USER'],
    mode: 'any',
    menu: { label: 'app.title.userCreate', icon: 'users', parent: userMenu },
  },
  {
    path: '/user/import',
    title: 'app.title.userImport',
    permissions: ['SHOW_BULK_USER_IMPORT_SUBMENU'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menu: { label: 'app.title.userImport', icon: 'users', parent: userMenu },
  },
  {
    path: '/user/import/{id}',
    title: 'app.title.userImport',
    permissions: ['SHOW_BULK_USER_IMPORT_SUBMENU'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menuPath: '/user/import',
  },
  { path: '/user/{id}/view', title: 'app.title.userView', permissions: ['VIEW_USER'], mode: 'any', menuPath: '/users' },
  { path: '/user/{id}/edit', title: 'app.title.userEdit', permissions: ['EDIT_USER'], mode: 'any', menuPath: '/users' },
  {
    path: '/organisation',
    title: 'app.title.organisations',
    permissions: ['LIST_ORGANISATIONS'],
    mode: 'any',
    level: { is: 'equal', than: 'GLOBAL' },
    menu: { label: 'app.title.organisations', icon: 'building', key: 'o', parent: organisationMenu },
  },
  {
    path: '/organisation/create',
    title: 'app.title.organisationCreate',
    permissions: ['CREATE_ORGANISATION'],
    mode: 'any',
    level: { is: 'equal', than: 'GLOBAL' },
    menu: { label: 'app.title.organisationCreate', icon: 'building', parent: organisationMenu },
  },
  {
    path: '/organisation/{id}/view',
    title: 'app.title.organisationView',
    permissions: ['VIEW_ORGANISATION'],
    mode: 'any',
    menuPath: '/organisation',
  },
  {
    path: '/organisation/{id}/edit',
    title: 'app.title.organisationEdit',
    permissions: ['UPDATE_ORGANISATION'],
    mode: 'any',
    menuPath: '/organisation',
  },
  {
    path: '/role',
    title: 'app.title.roles',
    permissions: ['LIST_ROLES'],
    mode: 'all',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menu: { label: 'app.title.roles', icon: 'shield', key: 'r', parent: roleMenu },
  },
  {
    path: '/role/create',
    title: 'app.title.roleCreate',
    permissions: ['CREATE_ROLE'],
    mode: 'all',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menu: { label: 'app.title.roleCreate', icon: 'shield', parent: roleMenu },
  },
  {
    path: '/role/{id}/view',
    title: 'app.title.roleView',
    permissions: ['VIEW_ROLE'],
    mode: 'all',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menuPath: '/role',
  },
  {
    path: '/role/{id}/edit',
    title: 'app.title.roleEdit',
    permissions: ['EDIT_ROLE'],
    mode: 'all',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menuPath: '/role',
  },
  {
    path: '/roles',
    title: 'app.title.rossRoles',
    permissions: ['LIST_ROLES'],
    mode: 'all',
    level: { is: 'equal', than: 'GLOBAL' },
    menu: { label: 'app.title.rossRoles', icon: 'shield', key: 'r', parent: rossRoleMenu },
  },
  {
    path: '/roles/create',
    title: 'app.title.rossRoleCreate',
    permissions: ['CREATE_ROLE'],
    mode: 'all',
    level: { is: 'equal', than: 'GLOBAL' },
    menu: { label: 'app.title.rossRoleCreate', icon: 'shield', parent: rossRoleMenu },
  },
  {
    path: '/roles/{id}/view',
    title: 'app.title.rossRoleView',
    permissions: ['VIEW_ROLE'],
    mode: 'all',
    level: { is: 'equal', than: 'GLOBAL' },
    menuPath: '/roles',
  },
  {
    path: '/roles/{id}/edit',
    title: 'app.title.rossRoleEdit',
    permissions: ['EDIT_ROLE'],
    mode: 'all',
    level: { is: 'equal', than: 'GLOBAL' },
    menuPath: '/roles',
  },
  { path: '/profile', title: 'app.title.profile', permissions: ['VIEW_PROFILE'], mode: 'any' },
  {
    path: '/structure/hierarchy',
    title: 'app.title.hierarchy',
    permissions: ['LIST_NODE_STRUCTURE'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menu: { label: 'app.title.hierarchy', icon: 'structure', key: 'h', parent: structureMenu },
  },
  {
    path: '/structure/create',
    title: 'app.title.nodeCreate',
    permissions: ['CREATE_NODE'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menu: { label: 'app.title.nodeCreate', icon: 'structure', parent: structureMenu },
  },
  {
    path: '/structure/import',
    title: 'app.title.nodeImport',
    permissions: ['CREATE_NODE', 'EDIT_NODE'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menuPath: '/structure/hierarchy',
  },
  {
    path: '/structure/import/{id}',
    title: 'app.title.nodeImport',
    permissions: ['CREATE_NODE', 'EDIT_NODE'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menuPath: '/structure/hierarchy',
  },
  {
    path: '/structure/bulk-override',
    title: 'app.title.bulkOverride',
    permissions: ['LIST_BULK_OVERRIDE'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menu: { label: 'app.title.bulkOverride', icon: 'structure', parent: structureMenu },
  },
  {
    path: '/structure/bulk-override/{id}',
    title: 'app.title.bulkOverride',
    permissions: ['LIST_BULK_OVERRIDE'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menuPath: '/structure/bulk-override',
  },
  {
    path: '/structure/settings-import',
    title: 'app.title.settingImport',
    permissions: ['LIST_BULK_OVERRIDE', 'BULK_OVERRIDE'],
    mode: 'all',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menuPath: '/structure/bulk-override',
  },
  {
    path: '/structure/settings-import/{id}',
    title: 'app.title.settingImport',
    permissions: ['LIST_BULK_OVERRIDE', 'BULK_OVERRIDE'],
    mode: 'all',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menuPath: '/structure/bulk-override',
  },
  {
    path: '/structure/radar/{id}',
    title: 'app.title.radar',
    permissions: ['VIEW_NODE', 'VIEW_ORGANISATION'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menuPath: '/structure/hierarchy',
  },
  {
    path: '/structure/values/{id}',
    title: 'app.title.nodeValues',
    permissions: ['VIEW_NODE', 'VIEW_ORGANISATION'],
    mode: 'any',
    level: { is: 'not-equal', than: 'GLOBAL' },
    menuPath: '/structure/hierarchy',
  },
  {
    path: '/structure/{id}/view',
    title: 'app.title.nodeView',
    permissions: ['VIEW_NODE'],
    mode: 'any',
    menuPath: '/structure/hierarchy',
  },
  {
    path: '/structure/{id}/edit',
    title: 'app.title.nodeEdit',
    permissions: ['EDIT_NODE'],
    mode: 'any',
    menuPath: '/structure/hierarchy',
  },
  {
    path: '/audit-trail',
    title: 'app.title.audit',
    permissions: ['VIEW_USER', 'VIEW_NODE'],
    mode: 'all',
    menu: { label: 'app.title.audit', icon: 'history', key: 'a' },
  },
] as const satisfies readonly Screen[];

export type ScreenPath = (typeof screens)[number]['path'];

/** A screen of `screens`; every permission has a phrase `app.right.*`. */
export type PortalScreen = Omit<Screen, 'path' | 'permissions'> & {
  readonly path: ScreenPath;
  readonly permissions: readonly (typeof screens)[number]['permissions'][number][];
};

/** The screen at a path, with or without trailing slash. */
export function screenAt(pathname: string): Screen | undefined {
  const path = pathname.replace(/(?<=.)\/$/, '');
  return screens.find((screen) => patternOf(screen.path).test(path));
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);

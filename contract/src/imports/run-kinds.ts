import type { Permission } from '../access.ts';

/** What is known of a kind of run: an import of a file, or a bulk change. */
export type RunKindDefinition = {
  /** The path of its endpoints. */
  readonly path: `/${string}`;
  /** Permissions of which one suffices to see its runs; also on dashboards. */
  readonly allow: readonly Permission[];
  /** Permissions of which one suffices to create and change a run, if they differ from those to see it. */
  readonly allowChanges?: readonly Permission[];
  /** The portal's page of its runs; the page of one run has its id added. */
  readonly page: `/${string}`;
  /** Whether a run stores the code of its change in place of a file name. */
  readonly nameless?: true;
};

/**
 * All kinds of runs by name, which is stored with each run. Endpoints, permissions, dashboards, lists and the audit
 * read this table; the phrase `figures.run.<name>` names a kind on screens. What a kind does with its rows is a
 * `RunKind` of `api/src/imports/kind.ts`.
 */
export const runKinds = {
  users: {
    path: '/user-management/users/import',
    allow: ['SHOW_BULK_USER_IMPORT_SUBMENU'],
    allowChanges: ['ALLOW_UPLOAD_USER_IMPORT_CSV'],
    page: '/user/import',
  },
  userChanges: {
    path: '/user-management/bulk-changes',
    allow: ['ENABLED_USER', 'EDIT_USER'],
    page: '/users/changes',
    nameless: true,
  },
  nodes: {
    path: '/node-management/imports',
    allow: ['CREATE_NODE', 'EDIT_NODE'],
    page: '/structure/import',
  },
  overrides: {
    path: '/node-management/bulk-override',
    allow: ['LIST_BULK_OVERRIDE'],
    allowChanges: ['BULK_OVERRIDE'],
    page: '/structure/bulk-override',
  },
  settings: {
    path: '/node-management/settings/imports',
    allow: ['LIST_BULK_OVERRIDE'],
    allowChanges: ['BULK_OVERRIDE'],
    page: '/structure/settings-import',
  },
  lists: {
    path: '/node-management/settings/lists/imports',
    allow: ['LIST_BULK_OVERRIDE'],
    allowChanges: ['BULK_OVERRIDE'],
    page: '/structure/list-import',
  },
  products: {
    path: '/product-management/imports',
    allow: ['CREATE_SETTING', 'EDIT_SETTING'],
    page: '/product/import',
  },
  productChanges: {
    path: '/product-management/bulk-changes',
    allow: ['EDIT_SETTING'],
    page: '/products/changes',
    nameless: true,
  },
} as const satisfies Readonly<Record<string, RunKindDefinition>>;

/** The name of a kind of run. */
export type RunKindName = keyof typeof runKinds;
export const runKindNames = Object.keys(runKinds) as RunKindName[];

/** Whether a stored name is that of a kind; another version may have had others. */
export const isRunKind = (name: string): name is RunKindName => Object.hasOwn(runKinds, name);

/** The name of a run as a person gave it: that of its file or location; empty for kinds that store the code of their change there. */
export const nameOfRun = ({ kind, fileName }: { readonly kind: string; readonly fileName: string }): string =>
  isRunKind(kind) && 'nameless' in runKinds[kind] ? '' : fileName;

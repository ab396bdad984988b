import * as z from 'zod/mini';

/** All permissions, spelled as in the specification. */
export const permissions = [
  'OM_DASHBOARD',
  'LIST_SETTING',
  'CREATE_SETTING',
  'EDIT_SETTING',
  'VIEW_SETTING',
  'ORGANISATION_APP_ICON',
  'MODULE_APP_ICON',
  'ALLOW_TO_VIEW_MODULE_ICON',
  'VIEW_PROFILE',
  'LIST_ORGANISATIONS',
  'CREATE_ORGANISATION',
  'UPDATE_ORGANISATION',
  'VIEW_ORGANISATION',
  'DELETE_ORGANISATION',
  'UPDATE_ORGANISATION_DETAILS',
  'UPDATE_ORGANISATION_CONFIG',
  'UPDATE_ORGANISATION_THEME',
  'UPDATE_ORGANISATION_MODULE',
  'ENABLED_ORGANISATION',
  'ACCESS_ORGANISATION_LEVEL',
  'LIST_USERS',
  'CREATE_USER',
  'VIEW_USER',
  'EDIT_USER',
  'DELETE_USER',
  'ENABLED_USER',
  'LIST_ROLES',
  'CREATE_ROLE',
  'DELETE_ROLE',
  'EDIT_ROLE',
  'VIEW_ROLE',
  'ENABLED_ROLE',
  'LIST_NODE_STRUCTURE',
  'LIST_BULK_OVERRIDE',
  'CREATE_NODE',
  'DELETE_NODE',
  'EDIT_NODE',
  'VIEW_NODE',
  'ENABLED_NODE',
  'EDIT_NODE_DETAILS',
  'EDIT_NODE_CONFIGURATION',
  'EDIT_NODE_THEME',
  'EDIT_NODE_MODULE',
  'BULK_OVERRIDE',
  'ASSIGN_STORE_DEVICE',
  'SHOW_BULK_USER_IMPORT_SUBMENU',
  'ALLOW_UPLOAD_USER_IMPORT_CSV',
  'ALLOW_DOWNLOAD_USER_IMPORT_CSV_TEMPLATE',
  'ALLOW_ACCESS_MARKETING_OPT_IN_PREFERENCE',
  'ALLOW_FACE_ID_REGISTRATION',
] as const;

export const Permission = z.enum(permissions);
export type Permission = z.infer<typeof Permission>;

/** Permissions of platform operators only; no role of an organisation needs them. */
export const platformPermissions = [
  'ORGANISATION_APP_ICON',
  'LIST_ORGANISATIONS',
  'CREATE_ORGANISATION',
  'DELETE_ORGANISATION',
  'ENABLED_ORGANISATION',
] as const satisfies readonly Permission[];

/** The node types of the tree, from the platform down to a store. */
export const nodeTypes = [
  'GLOBAL',
  'ORGANIZATION',
  'COMPANY',
  'TRADING_REGION',
  'STORE_GROUP',
  'SUB_STORE_GROUP',
  'STORE',
] as const;

export const NodeType = z.enum(nodeTypes);
export type NodeType = z.infer<typeof NodeType>;

/** The level of each node type; a bigger number is higher up. */
export const ranks = {
  GLOBAL: 60,
  ORGANIZATION: 50,
  COMPANY: 40,
  TRADING_REGION: 30,
  STORE_GROUP: 20,
  SUB_STORE_GROUP: 15,
  STORE: 10,
} as const satisfies Record<NodeType, number>;

/** A comparison of the user's own level with another level. */
export type LevelRule = { readonly is: 'equal' | 'not-equal' | 'greater' | 'lower'; readonly than: NodeType };

/** Users without a root node (undefined level) satisfy every rule. */
export function satisfiesLevelRule(level: NodeType | undefined, rule: LevelRule | undefined): boolean {
  if (!level || !rule) return true;
  const difference = ranks[level] - ranks[rule.than];
  if (rule.is === 'equal') return difference === 0;
  if (rule.is === 'not-equal') return difference !== 0;
  return rule.is === 'greater' ? difference > 0 : difference < 0;
}

const upperCaseSets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether the permissions held include any or all of the required ones; case-insensitive. */
export function permits(held: readonly string[], required: readonly string[], mode: 'any' | 'all' = 'any'): boolean {
  if (held.length === 0) return false;
  // called for every row of a list, so the upper-case set is cached by the array it was made from
  let names = upperCaseSets.get(held);
  if (!names) upperCaseSets.set(held, (names = new Set(held.map((name) => name.toUpperCase()))));
  const has = (name: string) => names.has(name.toUpperCase());
  return mode === 'all' ? required.every(has) : required.some(has);
}

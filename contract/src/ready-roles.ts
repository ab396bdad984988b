import { type NodeType, type Permission, platformPermissions } from './access.ts';
import { accessRightsOf, moduleCodes } from './modules.ts';

/** A role as one would usually make it for a kind of place. */
export type ReadyRole = {
  readonly key: string;
  readonly level: NodeType;
  /** In English, for whoever makes it without being asked in another language. */
  readonly name: string;
  readonly description: string;
  readonly rights: readonly string[];
};

const everything = moduleCodes.flatMap((code) => accessRightsOf(code).map(({ shortName }) => shortName));

const om = (...wanted: readonly Permission[]) =>
  accessRightsOf('om')
    .filter(({ associatePermission }) => associatePermission !== '' && wanted.includes(associatePermission))
    .map(({ shortName }) => shortName);

const ofThePlatform = new Set(om(...platformPermissions));
const toBeginWith = om('OM_DASHBOARD', 'VIEW_PROFILE', 'ALLOW_TO_VIEW_MODULE_ICON', 'MODULE_APP_ICON');
const toManage = [
  ...toBeginWith,
  ...om(
    'LIST_USERS',
    'CREATE_USER',
    'VIEW_USER',
    'EDIT_USER',
    'ENABLED_USER',
    'LIST_ROLES',
    'VIEW_ROLE',
    'LIST_NODE_STRUCTURE',
    'VIEW_NODE',
    'LIST_SETTING',
    'VIEW_SETTING',
  ),
];

const toSetUp = [
  ...toManage,
  ...om(
    'DELETE_USER',
    'SHOW_BULK_USER_IMPORT_SUBMENU',
    'ALLOW_UPLOAD_USER_IMPORT_CSV',
    'ALLOW_DOWNLOAD_USER_IMPORT_CSV_TEMPLATE',
  ),
  ...om('EDIT_NODE', 'EDIT_NODE_DETAILS', 'EDIT_NODE_CONFIGURATION', 'EDIT_NODE_THEME', 'EDIT_NODE_MODULE'),
  ...om('CREATE_SETTING', 'EDIT_SETTING'),
];

/** The role that the first administrator of an organisation has: all that can be given within it. */
export const firstRole = {
  key: 'organisationAdministrator',
  level: 'ORGANIZATION',
  name: 'Organisation administrator',
  description: 'Everything within the organisation',
  rights: everything.filter((right) => !ofThePlatform.has(right)),
} as const satisfies ReadyRole;

/** A role for every kind of place, to begin with; the first one is the platform's own. */
export const readyRoles = [
  {
    key: 'globalAdministrator',
    level: 'GLOBAL',
    name: 'Global administrator',
    description: 'Runs the whole platform',
    rights: everything,
  },
  firstRole,
  {
    key: 'companyManager',
    level: 'COMPANY',
    name: 'Company manager',
    description: 'People, places and settings of one company',
    rights: toSetUp,
  },
  {
    key: 'regionManager',
    level: 'TRADING_REGION',
    name: 'Region manager',
    description: 'People and places of one trading region',
    rights: toManage,
  },
  {
    key: 'groupManager',
    level: 'STORE_GROUP',
    name: 'Group manager',
    description: 'People and places of one store group',
    rights: toManage,
  },
  {
    key: 'subGroupManager',
    level: 'SUB_STORE_GROUP',
    name: 'Sub group manager',
    description: 'People and places of one sub store group',
    rights: toManage,
  },
  {
    key: 'storeManager',
    level: 'STORE',
    name: 'Store manager',
    description: 'The people of one store',
    rights: toManage,
  },
  { key: 'storeUser', level: 'STORE', name: 'Store user', description: 'Works in one store', rights: toBeginWith },
] as const satisfies readonly ReadyRole[];

import { type NodeType, type Permission, platformPermissions } from '../access.ts';
import { accessRightsOf, moduleCodes } from '../modules.ts';

/** A predefined role for one node type. */
export type RoleTemplate = {
  readonly key: string;
  readonly level: NodeType;
  /** The English name; clients translate by `key`. */
  readonly name: string;
  readonly description: string;
  readonly rights: readonly string[];
};

const allRights = moduleCodes.flatMap((code) => accessRightsOf(code).map(({ shortName }) => shortName));

const omRights = (...required: readonly Permission[]) =>
  accessRightsOf('om')
    .filter(({ associatePermission }) => associatePermission !== '' && required.includes(associatePermission))
    .map(({ shortName }) => shortName);

const platformRights = new Set(omRights(...platformPermissions));
const basicRights = omRights('OM_DASHBOARD', 'VIEW_PROFILE', 'ALLOW_TO_VIEW_MODULE_ICON', 'MODULE_APP_ICON');
const managerRights = [
  ...basicRights,
  ...omRights(
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

const companyManagerRights = [
  ...managerRights,
  ...omRights(
    'DELETE_USER',
    'SHOW_BULK_USER_IMPORT_SUBMENU',
    'ALLOW_UPLOAD_USER_IMPORT_CSV',
    'ALLOW_DOWNLOAD_USER_IMPORT_CSV_TEMPLATE',
  ),
  ...omRights('EDIT_NODE', 'EDIT_NODE_DETAILS', 'EDIT_NODE_CONFIGURATION', 'EDIT_NODE_THEME', 'EDIT_NODE_MODULE'),
  ...omRights('CREATE_SETTING', 'EDIT_SETTING'),
];

/** The role of an organisation's first administrator: every right except those of the platform. */
export const administratorRole = {
  key: 'organisationAdministrator',
  level: 'ORGANIZATION',
  name: 'Organisation administrator',
  description: 'Everything within the organisation',
  rights: allRights.filter((right) => !platformRights.has(right)),
} as const satisfies RoleTemplate;

/** Predefined roles for every node type; the first one is for the platform. */
export const roleTemplates = [
  {
    key: 'globalAdministrator',
    level: 'GLOBAL',
    name: 'Global administrator',
    description: 'Runs the whole platform',
    rights: allRights,
  },
  administratorRole,
  {
    key: 'companyManager',
    level: 'COMPANY',
    name: 'Company manager',
    description: 'Users, locations and settings of one company',
    rights: companyManagerRights,
  },
  {
    key: 'regionManager',
    level: 'TRADING_REGION',
    name: 'Region manager',
    description: 'Users and locations of one trading region',
    rights: managerRights,
  },
  {
    key: 'groupManager',
    level: 'STORE_GROUP',
    name: 'Group manager',
    description: 'Users and locations in a single store group',
    rights: managerRights,
  },
  {
    key: 'subGroupManager',
    level: 'SUB_STORE_GROUP',
    name: 'Sub group manager',
    description: 'Users and locations of one sub store group',
    rights: managerRights,
  },
  {
    key: 'storeManager',
    level: 'STORE',
    name: 'Store manager',
    description: 'The people of one store',
    rights: managerRights,
  },
  { key: 'storeUser', level: 'STORE', name: 'Store user', description: 'Works in one store', rights: basicRights },
] as const satisfies readonly RoleTemplate[];

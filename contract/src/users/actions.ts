import { type LevelRule, type NodeType, nodeTypes, type Permission } from '../access.ts';

/** A permission, or several of which one is enough. */
export type Need = Permission | readonly Permission[];

/** The kind of record that an action is applied to, if its location does not suffice to decide whether it is possible. */
export type ActionTarget = 'user' | 'role';

/** An action of the portal, such as moving a location, with everything that it requires. */
export type Action = {
  readonly group: 'users' | 'roles' | 'locations' | 'settings' | 'organisation' | 'platform';
  /** All of these are needed. */
  readonly needs: readonly Need[];
  /** The requests that the action sends, by the names of their endpoints. */
  readonly endpoints: readonly string[];
  /** The screens that offer the action; one is enough. */
  readonly screens: readonly `/${string}`[];
  /** The types of the locations where the action is possible. */
  readonly at: readonly NodeType[];
  /** Which levels the screens are open to. */
  readonly level?: LevelRule;
  /** The location does not matter: roles belong to the whole organisation. */
  readonly everywhere?: true;
  /** Available only to users of a location above, not to those of the location itself. */
  readonly fromAbove?: true;
  /** The kinds of records that the action can be applied to. */
  readonly to?: readonly ActionTarget[];
  /** Not possible for users who have permissions or locations beyond the actor's own. */
  readonly withinOwn?: true;
  /** Not possible for the actor's own record. */
  readonly notSelf?: true;
};

const organisation: readonly NodeType[] = ['ORGANIZATION'];
const platform: readonly NodeType[] = ['GLOBAL'];
const anywhere: readonly NodeType[] = nodeTypes;
const inOrganisations = nodeTypes.filter((type) => type !== 'GLOBAL');
const parents = inOrganisations.filter((type) => type !== 'STORE');
const belowOrganisation = inOrganisations.filter((type) => type !== 'ORGANIZATION');

const notGlobal: LevelRule = { is: 'not-equal', than: 'GLOBAL' };
const onlyGlobal: LevelRule = { is: 'equal', than: 'GLOBAL' };

/** For finding users: in the list, or on the page of a single user. */
const userAccess = ['LIST_USERS', 'VIEW_USER'] as const;
const userScreens = ['/users', '/user/{id}/view'] as const;
const roleAccess = ['LIST_ROLES', 'VIEW_ROLE'] as const;
const roleScreens = ['/role', '/role/{id}/view', '/roles', '/roles/{id}/view'] as const;
const nodeAccess = ['VIEW_NODE', 'LIST_NODE_STRUCTURE'] as const;
const nodeScreens = ['/structure/hierarchy', '/structure/{id}/view'] as const;

const onUser = { group: 'users', at: anywhere, screens: userScreens, to: ['user'] } as const;
const onRole = { group: 'roles', at: anywhere, everywhere: true } as const;
const onNode = { group: 'locations', at: belowOrganisation, screens: nodeScreens } as const;
const nodeEditing = ['EDIT_NODE', nodeAccess] as const;
const nodeSettings = {
  group: 'settings',
  at: belowOrganisation,
  screens: ['/structure/{id}/edit'],
  endpoints: ['nodes.get', 'settings.get', 'settings.update'],
} as const;
const organisationEditing = ['VIEW_ORGANISATION', 'UPDATE_ORGANISATION'] as const;
const organisationSettings = {
  group: 'organisation',
  at: organisation,
  screens: ['/organisation/{id}/edit'],
  endpoints: ['organisations.get', 'settings.get', 'settings.update'],
} as const;
const onOrganisations = { group: 'platform', at: platform, level: onlyGlobal } as const;

/** All actions by name. A test compares their requirements with the endpoints, the screens and the responses of the server. */
export const actions = {
  listUsers: { ...onUser, screens: ['/users'], to: [], needs: ['LIST_USERS'], endpoints: ['users.list'] },
  viewUser: { ...onUser, screens: ['/user/{id}/view'], needs: ['VIEW_USER'], endpoints: ['users.get'] },
  createUser: {
    group: 'users',
    at: anywhere,
    screens: ['/user/create'],
    needs: ['CREATE_USER'],
    endpoints: ['organisations.domains', 'roles.choices', 'users.create'],
  },
  editUser: {
    ...onUser,
    screens: ['/user/{id}/edit'],
    needs: ['VIEW_USER', 'EDIT_USER'],
    endpoints: ['users.get', 'users.update'],
    withinOwn: true,
  },
  assignRole: {
    ...onUser,
    at: inOrganisations,
    screens: ['/user/{id}/view'],
    needs: ['VIEW_USER', 'EDIT_USER'],
    endpoints: ['assignments.list', 'roles.choices', 'assignments.create'],
    to: ['user', 'role'],
    withinOwn: true,
    notSelf: true,
  },
  setUserStatus: {
    ...onUser,
    needs: [userAccess, 'ENABLED_USER'],
    endpoints: ['users.setStatus'],
    withinOwn: true,
    notSelf: true,
  },
  deleteUser: {
    ...onUser,
    needs: [userAccess, 'DELETE_USER'],
    endpoints: ['users.remove'],
    withinOwn: true,
    notSelf: true,
  },
  sendResetLink: { ...onUser, needs: [userAccess, 'EDIT_USER'], endpoints: ['passwords.sendLink'], withinOwn: true },
  viewAsUser: { ...onUser, needs: ['VIEW_USER'], endpoints: ['seeings.begin'], withinOwn: true, notSelf: true },
  changeManyUsers: {
    group: 'users',
    at: inOrganisations,
    screens: ['/users/changes'],
    needs: ['LIST_USERS', 'EDIT_USER'],
    endpoints: ['userBulk.preview', 'userBulk.create'],
    level: notGlobal,
  },
  importUsers: {
    group: 'users',
    at: inOrganisations,
    screens: ['/user/import'],
    needs: ['SHOW_BULK_USER_IMPORT_SUBMENU', 'ALLOW_UPLOAD_USER_IMPORT_CSV', 'CREATE_USER'],
    endpoints: ['userImports.create', 'userImports.get', 'userImports.start'],
    level: notGlobal,
  },
  exportUsers: {
    group: 'users',
    at: anywhere,
    screens: ['/users'],
    needs: ['LIST_USERS', 'VIEW_USER'],
    endpoints: ['userExport.rows'],
  },
  listRoles: { ...onRole, screens: ['/role', '/roles'], needs: ['LIST_ROLES'], endpoints: ['roles.list'] },
  createRole: {
    ...onRole,
    screens: ['/role/create', '/roles/create'],
    needs: ['CREATE_ROLE'],
    endpoints: ['roles.create'],
  },
  editRole: {
    ...onRole,
    screens: ['/role/{id}/edit', '/roles/{id}/edit'],
    needs: ['VIEW_ROLE', 'EDIT_ROLE'],
    endpoints: ['roles.get', 'roles.update'],
  },
  setRoleStatus: {
    ...onRole,
    screens: roleScreens,
    needs: [roleAccess, 'ENABLED_ROLE'],
    endpoints: ['roles.setStatus'],
  },
  deleteRole: { ...onRole, screens: roleScreens, needs: [roleAccess, 'DELETE_ROLE'], endpoints: ['roles.remove'] },
  browseLocations: {
    ...onNode,
    at: inOrganisations,
    screens: ['/structure/hierarchy'],
    needs: ['LIST_NODE_STRUCTURE'],
    endpoints: ['nodes.get', 'nodes.children'],
    level: notGlobal,
  },
  viewLocation: {
    ...onNode,
    at: inOrganisations,
    screens: ['/structure/{id}/view'],
    needs: ['VIEW_NODE'],
    endpoints: ['nodes.get'],
  },
  createLocation: {
    ...onNode,
    at: parents,
    screens: ['/structure/create'],
    needs: ['CREATE_NODE'],
    endpoints: ['nodes.create'],
    level: notGlobal,
  },
  editLocation: {
    ...onNode,
    screens: ['/structure/{id}/edit'],
    needs: [...nodeEditing, 'EDIT_NODE_DETAILS'],
    endpoints: ['nodes.get', 'nodes.previewTimeZone', 'nodes.update'],
  },
  moveLocation: {
    ...onNode,
    at: belowOrganisation.filter((type) => type !== 'COMPANY'),
    needs: nodeEditing,
    endpoints: ['nodes.get', 'nodes.previewMove', 'nodes.move'],
    fromAbove: true,
  },
  setLocationStatus: {
    ...onNode,
    needs: [nodeAccess, 'ENABLED_NODE'],
    endpoints: ['nodes.get', 'nodes.setStatus'],
    fromAbove: true,
  },
  deleteLocation: {
    ...onNode,
    needs: [nodeAccess, 'DELETE_NODE'],
    endpoints: ['nodes.get', 'nodes.remove'],
    fromAbove: true,
  },
  exportLocations: {
    ...onNode,
    at: inOrganisations,
    screens: ['/structure/hierarchy'],
    needs: ['LIST_NODE_STRUCTURE', 'VIEW_NODE'],
    endpoints: ['nodeExport.get'],
    level: notGlobal,
  },
  assignDevices: {
    ...onNode,
    at: ['STORE'],
    screens: ['/structure/{id}/view'],
    needs: ['VIEW_NODE', 'ASSIGN_STORE_DEVICE'],
    endpoints: ['nodes.get', 'devices.list', 'devices.create'],
  },
  editConfiguration: { ...nodeSettings, needs: [...nodeEditing, 'EDIT_NODE_CONFIGURATION'] },
  editTheme: { ...nodeSettings, needs: [...nodeEditing, 'EDIT_NODE_THEME'] },
  overrideModules: {
    ...nodeSettings,
    needs: [...nodeEditing, 'EDIT_NODE_MODULE', 'LIST_SETTING', 'VIEW_SETTING', 'CREATE_SETTING'],
  },
  editModules: {
    ...nodeSettings,
    needs: [...nodeEditing, 'EDIT_NODE_MODULE', 'LIST_SETTING', 'VIEW_SETTING', 'EDIT_SETTING'],
  },
  manageWebhooks: {
    ...nodeSettings,
    needs: [...nodeEditing, 'EDIT_NODE_CONFIGURATION'],
    endpoints: ['nodes.get', 'webhooks.list', 'webhooks.create'],
  },
  bulkOverride: {
    group: 'settings',
    at: parents,
    screens: ['/structure/bulk-override'],
    needs: ['LIST_BULK_OVERRIDE', 'BULK_OVERRIDE', 'EDIT_NODE_CONFIGURATION'],
    endpoints: ['bulkOverrides.preview', 'bulkOverrides.create', 'bulkOverrides.get'],
    level: notGlobal,
  },
  editOrganisation: {
    ...organisationSettings,
    needs: [...organisationEditing, 'UPDATE_ORGANISATION_DETAILS'],
    endpoints: ['organisations.get', 'organisations.update'],
  },
  editOrganisationConfiguration: {
    ...organisationSettings,
    needs: [...organisationEditing, 'UPDATE_ORGANISATION_CONFIG'],
  },
  editOrganisationTheme: { ...organisationSettings, needs: [...organisationEditing, 'UPDATE_ORGANISATION_THEME'] },
  editOrganisationModules: {
    ...organisationSettings,
    needs: [...organisationEditing, 'UPDATE_ORGANISATION_MODULE', 'LIST_SETTING', 'VIEW_SETTING', 'EDIT_SETTING'],
  },
  viewAudit: {
    group: 'organisation',
    at: anywhere,
    screens: ['/audit-trail'],
    needs: ['VIEW_USER', 'VIEW_NODE'],
    endpoints: ['audit.list'],
  },
  listOrganisations: {
    ...onOrganisations,
    screens: ['/organisation'],
    needs: ['LIST_ORGANISATIONS'],
    endpoints: ['organisations.list'],
  },
  createOrganisation: {
    ...onOrganisations,
    screens: ['/organisation/create'],
    needs: ['CREATE_ORGANISATION'],
    endpoints: ['organisations.create'],
  },
  setOrganisationStatus: {
    ...onOrganisations,
    screens: ['/organisation'],
    needs: ['LIST_ORGANISATIONS', 'ENABLED_ORGANISATION'],
    endpoints: ['organisations.list', 'organisations.setStatus'],
  },
  deleteOrganisation: {
    ...onOrganisations,
    screens: ['/organisation'],
    needs: ['LIST_ORGANISATIONS', 'DELETE_ORGANISATION'],
    endpoints: ['organisations.list', 'organisations.remove'],
  },
} as const satisfies Readonly<Record<string, Action>>;

export type ActionName = keyof typeof actions;
export const actionNames = Object.keys(actions) as ActionName[];
export const actionOf = (name: ActionName): Action => actions[name];

/** The permissions of which one satisfies the need. */
export const permissionsOfNeed = (need: Need): readonly Permission[] => (typeof need === 'string' ? [need] : need);

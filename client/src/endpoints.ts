import { apiKeys } from '@storeward/contract/api-keys';
import { assignments } from '@storeward/contract/users/assignments';
import { audit } from '@storeward/contract/audit';
import { dashboardFigures } from '@storeward/contract/dashboard/figures';
import { nodeStatistics, userStatistics } from '@storeward/contract/dashboard/statistics';
import { devices } from '@storeward/contract/devices';
import { emailChanges } from '@storeward/contract/users/email-changes';
import { files } from '@storeward/contract/files';
import { impersonation } from '@storeward/contract/sessions/impersonation';
import { mails } from '@storeward/contract/mails';
import { mediaLibrary } from '@storeward/contract/files/media-library';
import { nodeExport, nodeImports } from '@storeward/contract/nodes/node-import';
import { nodes } from '@storeward/contract/nodes';
import { organisations } from '@storeward/contract/organisations';
import { passwords } from '@storeward/contract/passwords';
import { productBulk } from '@storeward/contract/products/product-bulk';
import { productExport, productImports } from '@storeward/contract/products/product-import';
import { productViews } from '@storeward/contract/products/product-views';
import { products } from '@storeward/contract/products';
import { profiles } from '@storeward/contract/users/profiles';
import { reference } from '@storeward/contract/reference/lists';
import { accessRights, roles } from '@storeward/contract/roles';
import { openSessions, sessions } from '@storeward/contract/sessions';
import { bulkOverrides } from '@storeward/contract/settings/endpoints/bulk-override';
import { changeCalendars } from '@storeward/contract/settings/endpoints/change-calendar';
import { connectionTests } from '@storeward/contract/settings/endpoints/connection-test';
import { settingImports } from '@storeward/contract/settings/endpoints/csv-columns';
import { deviceConfigurations } from '@storeward/contract/settings/endpoints/device-configuration';
import { listImports } from '@storeward/contract/settings/lists/list-columns';
import { nodeConfigurations } from '@storeward/contract/settings/endpoints/node-configuration';
import { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import { tillLists } from '@storeward/contract/settings/lists/till-lists';
import { themes } from '@storeward/contract/themes';
import { userAccess } from '@storeward/contract/users/user-access';
import { userBulk } from '@storeward/contract/users/user-bulk';
import { userExport } from '@storeward/contract/users/user-export';
import { templates, userImports } from '@storeward/contract/users/user-import';
import { userChoices } from '@storeward/contract/users/user-lists';
import { userViews } from '@storeward/contract/users/user-views';
import { users } from '@storeward/contract/users';
import { webhooks } from '@storeward/contract/webhooks';

/** The endpoints of the API, in the groups and by the names of its description: `users.create` is `endpoints.users.create`. */
export const endpoints = {
  accessRights,
  apiKeys,
  assignments,
  audit,
  bulkOverrides,
  changeCalendars,
  configurations: nodeConfigurations,
  connectionTests,
  dashboardFigures,
  deviceConfigurations,
  devices,
  emailChanges,
  files,
  listImports,
  mails,
  mediaLibrary,
  nodeExport,
  nodeImports,
  nodeStatistics,
  nodes,
  openSessions,
  organisations,
  passwords,
  productBulk,
  productExport,
  productImports,
  productViews,
  products,
  profiles,
  reference,
  roles,
  seeings: impersonation,
  sessions,
  settingImports,
  settings: nodeSettings,
  templates,
  themes,
  tillLists,
  userAccess,
  userBulk,
  userChoices,
  userExport,
  userImports,
  userStatistics,
  userViews,
  users,
  webhooks,
} as const;

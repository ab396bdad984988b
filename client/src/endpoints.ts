import { apiKeys } from '@storeward/contract/api-keys';
import { assignments } from '@storeward/contract/assignments';
import { audit } from '@storeward/contract/audit';
import { dashboardFigures } from '@storeward/contract/dashboard/figures';
import { nodeStatistics, userStatistics } from '@storeward/contract/dashboard/statistics';
import { devices } from '@storeward/contract/devices';
import { emailChanges } from '@storeward/contract/email-changes';
import { files } from '@storeward/contract/files';
import { impersonation } from '@storeward/contract/impersonation';
import { mails } from '@storeward/contract/mails';
import { mediaLibrary } from '@storeward/contract/media-library';
import { nodeExport, nodeImports } from '@storeward/contract/node-import';
import { nodes } from '@storeward/contract/nodes';
import { organisations } from '@storeward/contract/organisations';
import { passwords } from '@storeward/contract/passwords';
import { productBulk } from '@storeward/contract/product-bulk';
import { productExport, productImports } from '@storeward/contract/product-import';
import { productViews } from '@storeward/contract/product-views';
import { products } from '@storeward/contract/products';
import { profiles } from '@storeward/contract/profiles';
import { reference } from '@storeward/contract/reference/lists';
import { accessRights, roles } from '@storeward/contract/roles';
import { openSessions, sessions } from '@storeward/contract/sessions';
import { bulkOverrides } from '@storeward/contract/settings/bulk-override';
import { changeCalendars } from '@storeward/contract/settings/change-calendar';
import { connectionTests } from '@storeward/contract/settings/connection-test';
import { settingImports } from '@storeward/contract/settings/csv-columns';
import { deviceConfigurations } from '@storeward/contract/settings/device-configuration';
import { listImports } from '@storeward/contract/settings/list-columns';
import { nodeConfigurations } from '@storeward/contract/settings/node-configuration';
import { nodeSettings } from '@storeward/contract/settings/node-settings';
import { tillLists } from '@storeward/contract/settings/till-lists';
import { themes } from '@storeward/contract/themes';
import { userAccess } from '@storeward/contract/user-access';
import { userBulk } from '@storeward/contract/user-bulk';
import { userExport } from '@storeward/contract/user-export';
import { templates, userImports } from '@storeward/contract/user-import';
import { userChoices } from '@storeward/contract/user-lists';
import { userViews } from '@storeward/contract/user-views';
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

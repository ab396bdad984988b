import { audit } from '@storeward/contract/audit';
import { devices } from '@storeward/contract/devices';
import { files } from '@storeward/contract/files';
import { mails } from '@storeward/contract/mails';
import { nodeExport, nodeImports } from '@storeward/contract/node-import';
import { nodes } from '@storeward/contract/nodes';
import { organisations } from '@storeward/contract/organisations';
import { passwords } from '@storeward/contract/passwords';
import { profiles } from '@storeward/contract/profiles';
import { reference } from '@storeward/contract/reference/lists';
import { openSessions, sessions } from '@storeward/contract/sessions';
import { bulkOverrides } from '@storeward/contract/settings/bulk-override';
import { deviceConfigurations } from '@storeward/contract/settings/device-configuration';
import { nodeConfigurations } from '@storeward/contract/settings/node-configuration';
import { nodeSettings } from '@storeward/contract/settings/node-settings';
import { seeings } from '@storeward/contract/seeings';
import { settingImports } from '@storeward/contract/settings/setting-files';
import { accessRights, roles } from '@storeward/contract/roles';
import { themes } from '@storeward/contract/themes';
import { userExport } from '@storeward/contract/user-export';
import { templates, userImports } from '@storeward/contract/user-import';
import { userBulk } from '@storeward/contract/user-bulk';
import { userChoices } from '@storeward/contract/user-lists';
import { userViews } from '@storeward/contract/user-views';
import { users } from '@storeward/contract/users';
import { webhooks } from '@storeward/contract/webhooks';
import { assignments } from '@storeward/contract/assignments';

/** Every domain's doors: the table of contents of the API. */
export const domains = {
  sessions,
  openSessions,
  seeings,
  reference,
  organisations,
  configurations: nodeConfigurations,
  settings: nodeSettings,
  bulkOverrides,
  settingImports,
  deviceConfigurations,
  themes,
  webhooks,
  roles,
  accessRights,
  nodes,
  nodeImports,
  nodeExport,
  userImports,
  userExport,
  templates,
  users,
  assignments,
  userChoices,
  userBulk,
  userViews,
  profiles,
  passwords,
  mails,
  audit,
  devices,
  files,
} as const;

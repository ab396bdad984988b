import { auditEndpoints } from './audit/index.ts';
import { dashboardEndpoints } from './dashboard/index.ts';
import { deviceEndpoints } from './devices/index.ts';
import { fileEndpoints } from './files/index.ts';
import { mailEndpoints } from './mails/index.ts';
import { nodeEndpoints } from './nodes/index.ts';
import { organisationEndpoints } from './organisations/index.ts';
import { passwordEndpoints } from './passwords/index.ts';
import { productEndpoints } from './products/index.ts';
import { referenceEndpoints } from './reference/index.ts';
import { roleEndpoints } from './roles/index.ts';
import { sessionEndpoints } from './sessions/index.ts';
import { settingEndpoints } from './settings/index.ts';
import { themeEndpoints } from './themes/index.ts';
import { userEndpoints } from './users/index.ts';
import { viewEndpoints } from './views/index.ts';
import { webhookEndpoints } from './webhooks/index.ts';

/** The endpoint groups that the domains register, in the order of the API description. */
export const domains = {
  ...sessionEndpoints,
  ...referenceEndpoints,
  ...organisationEndpoints,
  ...settingEndpoints,
  ...themeEndpoints,
  ...webhookEndpoints,
  ...roleEndpoints,
  ...nodeEndpoints,
  ...userEndpoints,
  ...passwordEndpoints,
  ...mailEndpoints,
  ...auditEndpoints,
  ...deviceEndpoints,
  ...productEndpoints,
  ...viewEndpoints,
  ...dashboardEndpoints,
  ...fileEndpoints,
};

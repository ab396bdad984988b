/** Values of `dashboardAccess`, which select another dashboard than that of the user's level. They grant no access. */
export const dashboardKeys = [
  'global',
  'organisation',
  'company',
  'trading region',
  'store group',
  'store',
  'Ross',
  'Sub Store Group store manager',
  'Store user',
] as const;

/** Whether a text is a dashboard key, or empty for none. */
export const isDashboardKey = (key: string): boolean => key === '' || dashboardKeys.some((known) => known === key);

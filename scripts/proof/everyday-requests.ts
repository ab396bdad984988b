import { nodeStatistics, userStatistics } from '@storeward/contract/dashboard/statistics';
import { dashboardFigures } from '@storeward/contract/dashboard/figures';
import { sections } from '@storeward/contract/settings/sections';

/** Records that the requests name. */
export type EverydayRecords = {
  readonly root: string;
  readonly store: string;
  readonly user: string;
  readonly role: string;
  readonly product: string;
  /** Four letters of a name that many have. */
  readonly part: string;
};

const users = '/user-management/users/?size=25';
const products = '/product-management/products?size=25';

const statistics = (): readonly string[] =>
  [userStatistics, nodeStatistics, dashboardFigures].flatMap((group) =>
    Object.entries<{ readonly path: string }>(group).flatMap(([name, { path }]) =>
      name === 'organisations' ? [] : [path],
    ),
  );

/** What people who sign in every day read: dashboards, lists with filters and search, records, trees and settings. */
export function everydayRequests({ root, store, user, role, product, part }: EverydayRecords): readonly string[] {
  return [
    ...statistics(),
    `${users}&page=0&sort=name:asc`,
    `${users}&page=3&sort=name:asc`,
    `${users}&page=0&sort=name:desc`,
    `${users}&page=0&sort=lastActive:desc`,
    `${users}&page=2000&sort=name:asc`,
    `${users}&page=0&search=${part}`,
    `${users}&page=0&search=${part}&sort=createdDate:desc`,
    `${users}&page=0&search=zzqx`,
    `${users}&page=0&role=${role}`,
    `${users}&page=0&status=disabled`,
    `${users}&page=0&status=locked`,
    `${users}&page=0&level=STORE`,
    `${users}&page=0&node=${store}`,
    `/user-management/users/${user}`,
    `/user-management/users/${user}/assignments`,
    `/user-management/users/${user}/access?action=editUser&targetId=${user}`,
    '/user-management/user-roles',
    '/user-management/user-views',
    '/user-management/sessions',
    '/user-management/sign-ins',
    '/user-management/api-keys',
    '/user-management/bulk-changes',
    '/user-management/users/import',
    '/node-management/node/search?size=25',
    `/node-management/node/search?size=25&search=${part}`,
    '/node-management/node/search?size=25&types=STORE',
    `/node-management/node/${root}`,
    `/node-management/node/${root}/children?size=25`,
    `/node-management/node/${store}`,
    `/node-management/node/${store}/children`,
    `/node-management/node/${store}/configuration`,
    `/node-management/node/${store}/permitted-users?action=editUser`,
    `/node-management/node/${store}/permitted-users?action=listRoles`,
    `/node-management/node/${store}/time-zone`,
    `/node-management/node/${root}/radar`,
    `/node-management/node/${root}/change-calendar?from=2026-11-01T00:00:00Z&to=2026-11-30T00:00:00Z`,
    '/common/companies?size=25&nodeType=STORE',
    '/common/companies?size=25&nodeType=COMPANY',
    `/common/companies?size=25&nodeType=STORE&search=${part}`,
    ...Object.keys(sections).map((section) => `/node-management/node/${store}/settings/${section}`),
    `/node-management/node/${root}/settings/nodeConfig/overrides?field=autoLogoutDuration`,
    `/node-management/node/${root}/settings/nodeConfig/places`,
    `/node-management/node/${root}/settings/hotkeys/history`,
    '/node-management/imports',
    '/node-management/bulk-override',
    `/node-management/node/${root}/webhooks`,
    '/role-management/roles?size=25',
    '/role-management/roles/choices?givableAt=STORE',
    `/role-management/roles/${role}`,
    `${products}&page=0`,
    `${products}&page=1000`,
    `${products}&page=0&search=${part}`,
    `${products}&page=0&status=disabled`,
    `/product-management/products/${product}`,
    '/product-management/product-views',
    '/product-management/imports',
    `/module-management/device?size=25&nodeId=${store}`,
    '/common/media?size=25',
    '/notification',
    '/audit?size=25',
    `/audit?size=25&entity=user&entityId=${user}`,
    '/audit?size=25&grouped=true',
    '/audit/status',
  ];
}

import { type RouterHistory, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { NodeId } from '@storeward/contract/nodes';
import type { ComponentType } from 'react';
import { type PortalScreen, type ScreenPath, screens } from '../platform/site-map.ts';
import { parseSearch, stringifySearch } from '../platform/url-query.ts';
import { lazily } from '../ui/lazily.tsx';
import { askFirst } from './ahead.ts';
import { FailedScreen } from './failed.tsx';
import { Guard } from './guard.tsx';
import { NotFoundScreen } from './not-found.tsx';
import { Shell } from './shell.tsx';
import { Waiting } from './waiting.tsx';

type Part = ComponentType<{ id: string }>;

const DashboardPage = lazily(async () => (await import('../dashboard/dashboard-page.tsx')).DashboardPage, Waiting);
const UserList = lazily(async () => (await import('../users/user-list.tsx')).UserListScreen, Waiting);
const UserCreate = lazily(async () => (await import('../users/user-create-page.tsx')).UserCreatePage, Waiting);
const UserPage = lazily(async () => (await import('../users/user-page.tsx')).UserPage, Waiting);
const UserChanges = lazily(async () => (await import('./user-changes.tsx')).UserChanges, Waiting);
const UserChange = lazily(async () => (await import('./user-changes.tsx')).UserChange, Waiting);
const UserImports = lazily(async () => (await import('./user-imports.tsx')).UserImports, Waiting);
const UserImport = lazily(async () => (await import('./user-imports.tsx')).UserImport, Waiting);
const OwnProfile = lazily(async () => (await import('./own-profile.tsx')).OwnProfile, Waiting);
const Hierarchy = lazily(async () => (await import('../nodes/hierarchy-page.tsx')).HierarchyPage, Waiting);

const NodeCreate = lazily(async () => (await import('../nodes/node-create-page.tsx')).NodeCreatePage, Waiting);
const NodeImports = lazily(async () => (await import('./node-imports.tsx')).NodeImports, Waiting);
const NodeImport = lazily(async () => (await import('./node-imports.tsx')).NodeImport, Waiting);
const PlacePage = lazily(async () => (await import('./place-page.tsx')).PlacePage, Waiting);
const BulkOverrides = lazily(async () => (await import('./bulk-overrides.tsx')).BulkOverrides, Waiting);
const BulkOverride = lazily(async () => (await import('./bulk-overrides.tsx')).BulkOverride, Waiting);
const SettingImports = lazily(async () => (await import('./setting-imports.tsx')).SettingImports, Waiting);
const SettingImport = lazily(async () => (await import('./setting-imports.tsx')).SettingImport, Waiting);
const PlaceValues = lazily(async () => (await import('../settings/place-value-list.tsx')).PlaceValueList, Waiting);
const Radar = lazily(async () => (await import('../settings/radar-page.tsx')).RadarPage, Waiting);

const AuditTimeline = lazily(async () => (await import('../audit/audit-timeline.tsx')).AuditTimeline, Waiting);
const AuditList = lazily(async () => (await import('../audit/audit-list.tsx')).AuditListScreen, Waiting);
const OrganisationList = lazily(
  async () => (await import('../organisations/organisation-list.tsx')).OrganisationListScreen,
  Waiting,
);
const OrganisationCreate = lazily(
  async () => (await import('../organisations/organisation-create-page.tsx')).OrganisationCreatePage,
  Waiting,
);
const RoleList = lazily(async () => (await import('../roles/role-list.tsx')).RoleListScreen, Waiting);
const RoleCreate = lazily(async () => (await import('../roles/role-create-page.tsx')).RoleCreatePage, Waiting);
const RolePage = lazily(async () => (await import('../roles/role-page.tsx')).RolePage, Waiting);
const TenantPage = lazily(async () => (await import('./place-page.tsx')).TenantPage, Waiting);

const RoleView: Part = ({ id }) => <RolePage id={id} mode="view" further={<AuditTimeline entity="role" id={id} />} />;
const RoleEdit: Part = ({ id }) => <RolePage id={id} mode="edit" />;

/** What is drawn at each address of the site map. */
const parts: Readonly<Record<ScreenPath, Part>> = {
  '/dashboard': DashboardPage,
  '/users': UserList,
  '/users/changes': UserChanges,
  '/users/changes/{id}': UserChange,
  '/user/create': UserCreate,
  '/user/import': UserImports,
  '/user/import/{id}': UserImport,
  '/user/{id}/view': ({ id }) => <UserPage id={id} mode="view" further={<AuditTimeline entity="user" id={id} />} />,
  '/user/{id}/edit': ({ id }) => <UserPage id={id} mode="edit" />,
  '/organisation': OrganisationList,
  '/organisation/create': OrganisationCreate,
  '/organisation/{id}/view': ({ id }) => <TenantPage id={id} mode="view" />,
  '/organisation/{id}/edit': ({ id }) => <TenantPage id={id} mode="edit" />,
  '/role': RoleList,
  '/role/create': RoleCreate,
  '/role/{id}/view': RoleView,
  '/role/{id}/edit': RoleEdit,
  '/roles': RoleList,
  '/roles/create': RoleCreate,
  '/roles/{id}/view': RoleView,
  '/roles/{id}/edit': RoleEdit,
  '/profile': OwnProfile,
  '/structure/hierarchy': Hierarchy,
  '/structure/create': NodeCreate,
  '/structure/import': NodeImports,
  '/structure/import/{id}': NodeImport,
  '/structure/bulk-override': BulkOverrides,
  '/structure/bulk-override/{id}': BulkOverride,
  '/structure/settings-import': SettingImports,
  '/structure/settings-import/{id}': SettingImport,
  '/structure/radar/{id}': ({ id }) => <Radar id={id as NodeId} />,
  '/structure/values/{id}': ({ id }) => <PlaceValues id={id as NodeId} />,
  '/structure/{id}/view': ({ id }) => <PlacePage id={id} mode="view" />,
  '/audit-trail': AuditList,
  '/structure/{id}/edit': ({ id }) => <PlacePage id={id} mode="edit" />,
};

/** Addresses that only lead on to another one. */
const waysOn = { '/': '/dashboard', '/om': '/dashboard', '/ross': '/', '/reset-password': '/dashboard' } as const;

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen, errorComponent: FailedScreen });

const screenRoutes = screens.map((screen: PortalScreen) => {
  const path = screen.path.replace(/\{(\w+)\}/g, '$$$1');
  const route = createRoute({
    getParentRoute: () => root,
    path,
    errorComponent: FailedScreen,
    beforeLoad: () => askFirst(screen),
    component: () => {
      const { id = '' } = route.useParams() as { id?: string };
      return <Guard key={path} screen={screen} part={parts[screen.path]} id={id} />;
    },
  });
  return route;
});

const leadingRoutes = Object.entries(waysOn).map(([path, to]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      redirect({ href: to, replace: true, throw: true });
    },
  }),
);

const routeTree = root.addChildren([...screenRoutes, ...leadingRoutes]);

/** The portal's addresses, each with its screen; the browser's own history unless another is handed in. */
export function createPortalRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    trailingSlash: 'never',
    parseSearch,
    stringifySearch,
    ...(history && { history }),
  });
}

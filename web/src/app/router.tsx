import { type RouterHistory, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { NodeId } from '@storeward/contract/nodes';
import { type ComponentType, lazy } from 'react';
import { type PortalScreen, type ScreenPath, screens } from '../platform/site-map.ts';
import { parseSearch, stringifySearch } from '../platform/url-query.ts';
import { askFirst } from './ahead.ts';
import { FailedScreen } from './failed.tsx';
import { Guard } from './guard.tsx';
import { NotFoundScreen } from './not-found.tsx';
import { Shell } from './shell.tsx';

type Part = ComponentType<{ id: string }>;

const DashboardPage = lazy(() =>
  import('../dashboard/dashboard-page.tsx').then((file) => ({ default: file.DashboardPage })),
);
const UserList = lazy(() => import('../users/user-list.tsx').then((file) => ({ default: file.UserListScreen })));
const UserCreate = lazy(() =>
  import('../users/user-create-page.tsx').then((file) => ({ default: file.UserCreatePage })),
);
const UserPage = lazy(() => import('../users/user-page.tsx').then((file) => ({ default: file.UserPage })));
const UserChanges = lazy(() => import('./user-changes.tsx').then((file) => ({ default: file.UserChanges })));
const UserChange = lazy(() => import('./user-changes.tsx').then((file) => ({ default: file.UserChange })));
const UserImports = lazy(() => import('./user-imports.tsx').then((file) => ({ default: file.UserImports })));
const UserImport = lazy(() => import('./user-imports.tsx').then((file) => ({ default: file.UserImport })));
const OwnProfile = lazy(() => import('./own-profile.tsx').then((file) => ({ default: file.OwnProfile })));
const Hierarchy = lazy(() => import('../nodes/hierarchy-page.tsx').then((file) => ({ default: file.HierarchyPage })));

const NodeCreate = lazy(() =>
  import('../nodes/node-create-page.tsx').then((file) => ({ default: file.NodeCreatePage })),
);
const NodeImports = lazy(() => import('./node-imports.tsx').then((file) => ({ default: file.NodeImports })));
const NodeImport = lazy(() => import('./node-imports.tsx').then((file) => ({ default: file.NodeImport })));
const PlacePage = lazy(() => import('./place-page.tsx').then((file) => ({ default: file.PlacePage })));
const BulkOverrides = lazy(() => import('./bulk-overrides.tsx').then((file) => ({ default: file.BulkOverrides })));
const BulkOverride = lazy(() => import('./bulk-overrides.tsx').then((file) => ({ default: file.BulkOverride })));
const SettingImports = lazy(() => import('./setting-imports.tsx').then((file) => ({ default: file.SettingImports })));
const SettingImport = lazy(() => import('./setting-imports.tsx').then((file) => ({ default: file.SettingImport })));
const PlaceValues = lazy(() =>
  import('../settings/place-value-list.tsx').then((file) => ({ default: file.PlaceValueList })),
);
const Radar = lazy(() => import('../settings/radar-page.tsx').then((file) => ({ default: file.RadarPage })));

const AuditTimeline = lazy(() =>
  import('../audit/audit-timeline.tsx').then((file) => ({ default: file.AuditTimeline })),
);
const AuditList = lazy(() => import('../audit/audit-list.tsx').then((file) => ({ default: file.AuditListScreen })));
const OrganisationList = lazy(() =>
  import('../organisations/organisation-list.tsx').then((file) => ({ default: file.OrganisationListScreen })),
);
const OrganisationCreate = lazy(() =>
  import('../organisations/organisation-create-page.tsx').then((file) => ({ default: file.OrganisationCreatePage })),
);
const RoleList = lazy(() => import('../roles/role-list.tsx').then((file) => ({ default: file.RoleListScreen })));
const RoleCreate = lazy(() =>
  import('../roles/role-create-page.tsx').then((file) => ({ default: file.RoleCreatePage })),
);
const RolePage = lazy(() => import('../roles/role-page.tsx').then((file) => ({ default: file.RolePage })));
const TenantPage = lazy(() => import('./place-page.tsx').then((file) => ({ default: file.TenantPage })));

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

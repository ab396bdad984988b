import { type RouterHistory, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { NodeId } from '@storeward/contract/nodes';
import type { ComponentType } from 'react';
import { type PortalScreen, type ScreenPath, screens } from '../platform/site-map.ts';
import { redirects } from '../platform/redirects.ts';
import { parseSearch, stringifySearch } from '../platform/url-query.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { prefetchData } from './prefetch.ts';
import { ScreenError } from './screen-error.tsx';
import { PermissionGuard } from './guard.tsx';
import { NotFoundScreen } from './not-found.tsx';
import { Shell } from './shell.tsx';
import { ScreenLoading } from './screen-loading.tsx';

type ScreenComponent = ComponentType<{ id: string }>;

const DashboardPage = lazyComponent(
  async () => (await import('../dashboard/dashboard-page.tsx')).DashboardPage,
  ScreenLoading,
);
const UserList = lazyComponent(async () => (await import('../users/user-list.tsx')).UserListScreen, ScreenLoading);
const UserCreate = lazyComponent(
  async () => (await import('../users/user-create-page.tsx')).UserCreatePage,
  ScreenLoading,
);
const UserPage = lazyComponent(async () => (await import('../users/user-page.tsx')).UserPage, ScreenLoading);
const UserChanges = lazyComponent(async () => (await import('./user-changes.tsx')).UserChanges, ScreenLoading);
const UserChange = lazyComponent(async () => (await import('./user-changes.tsx')).UserChange, ScreenLoading);
const UserImports = lazyComponent(async () => (await import('./user-imports.tsx')).UserImports, ScreenLoading);
const UserImport = lazyComponent(async () => (await import('./user-imports.tsx')).UserImport, ScreenLoading);
const OwnProfile = lazyComponent(async () => (await import('./own-profile.tsx')).OwnProfile, ScreenLoading);
const Hierarchy = lazyComponent(async () => (await import('../nodes/hierarchy-page.tsx')).HierarchyPage, ScreenLoading);

const NodeCreate = lazyComponent(
  async () => (await import('../nodes/node-create-page.tsx')).NodeCreatePage,
  ScreenLoading,
);
const NodeImports = lazyComponent(async () => (await import('./node-imports.tsx')).NodeImports, ScreenLoading);
const NodeImport = lazyComponent(async () => (await import('./node-imports.tsx')).NodeImport, ScreenLoading);
const NodeScreen = lazyComponent(async () => (await import('./node-screens.tsx')).NodeScreen, ScreenLoading);
const BulkOverrides = lazyComponent(async () => (await import('./bulk-overrides.tsx')).BulkOverrides, ScreenLoading);
const BulkOverride = lazyComponent(async () => (await import('./bulk-overrides.tsx')).BulkOverride, ScreenLoading);
const SettingImports = lazyComponent(async () => (await import('./setting-imports.tsx')).SettingImports, ScreenLoading);
const SettingImport = lazyComponent(async () => (await import('./setting-imports.tsx')).SettingImport, ScreenLoading);
const NodeValues = lazyComponent(
  async () => (await import('../settings/node-value-list.tsx')).NodeValueList,
  ScreenLoading,
);
const Radar = lazyComponent(async () => (await import('../settings/radar-page.tsx')).RadarPage, ScreenLoading);

const AuditTimeline = lazyComponent(
  async () => (await import('../audit/audit-timeline.tsx')).AuditTimeline,
  ScreenLoading,
);
const AuditList = lazyComponent(async () => (await import('./organisation-lists.tsx')).AuditList, ScreenLoading);
const OrganisationList = lazyComponent(
  async () => (await import('../organisations/organisation-list.tsx')).OrganisationListScreen,
  ScreenLoading,
);
const OrganisationCreate = lazyComponent(
  async () => (await import('../organisations/organisation-create-page.tsx')).OrganisationCreatePage,
  ScreenLoading,
);
const RoleList = lazyComponent(async () => (await import('./organisation-lists.tsx')).RoleList, ScreenLoading);
const RoleCreate = lazyComponent(
  async () => (await import('../roles/role-create-page.tsx')).RoleCreatePage,
  ScreenLoading,
);
const RolePage = lazyComponent(async () => (await import('../roles/role-page.tsx')).RolePage, ScreenLoading);
const OrganisationScreen = lazyComponent(
  async () => (await import('./node-screens.tsx')).OrganisationScreen,
  ScreenLoading,
);

const RoleView: ScreenComponent = ({ id }) => (
  <RolePage id={id} mode="view" extraSections={<AuditTimeline entity="role" id={id} />} />
);
const RoleEdit: ScreenComponent = ({ id }) => <RolePage id={id} mode="edit" />;

/** The component of each screen. */
const screenComponents: Readonly<Record<ScreenPath, ScreenComponent>> = {
  '/dashboard': DashboardPage,
  '/users': UserList,
  '/users/changes': UserChanges,
  '/users/changes/{id}': UserChange,
  '/user/create': UserCreate,
  '/user/import': UserImports,
  '/user/import/{id}': UserImport,
  '/user/{id}/view': ({ id }) => (
    <UserPage id={id} mode="view" extraSections={<AuditTimeline entity="user" id={id} />} />
  ),
  '/user/{id}/edit': ({ id }) => <UserPage id={id} mode="edit" />,
  '/organisation': OrganisationList,
  '/organisation/create': OrganisationCreate,
  '/organisation/{id}/view': ({ id }) => <OrganisationScreen id={id} mode="view" />,
  '/organisation/{id}/edit': ({ id }) => <OrganisationScreen id={id} mode="edit" />,
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
  '/structure/values/{id}': ({ id }) => <NodeValues id={id as NodeId} />,
  '/structure/{id}/view': ({ id }) => <NodeScreen id={id} mode="view" />,
  '/audit-trail': AuditList,
  '/structure/{id}/edit': ({ id }) => <NodeScreen id={id} mode="edit" />,
};

const root = createRootRoute({
  validateSearch: (search: Record<string, unknown>): Record<string, unknown> => search,
  component: Shell,
  notFoundComponent: NotFoundScreen,
  errorComponent: ScreenError,
});

type RoutePath<Path extends string> = Path extends `${infer Start}{${infer Name}}${infer Rest}`
  ? `${Start}$${Name}${RoutePath<Rest>}`
  : Path;

/** The router's form of a path: `/user/{id}/view` is `/user/$id/view`. */
const routePath = <Path extends ScreenPath>(path: Path) => path.replace(/\{(\w+)\}/g, '$$$1') as RoutePath<Path>;

const screenRoutes = screens.map((screen: PortalScreen) => {
  const path = routePath(screen.path);
  const route = createRoute({
    getParentRoute: () => root,
    path,
    errorComponent: ScreenError,
    beforeLoad: () => prefetchData(screen),
    component: () => {
      const { id } = route.useParams();
      return <PermissionGuard key={path} screen={screen} component={screenComponents[screen.path]} id={id} />;
    },
  });
  return route;
});

const redirectRoutes = (Object.keys(redirects) as (keyof typeof redirects)[]).map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      redirect({ href: redirects[path], replace: true, throw: true });
    },
  }),
);

const routeTree = root.addChildren([...screenRoutes, ...redirectRoutes]);

/** Creates the portal's router. Uses the browser history unless another one is given. */
export function createPortalRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    trailingSlash: 'never',
    parseSearch,
    stringifySearch,
    ...(history && { history }),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}

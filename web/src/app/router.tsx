import { type RouterHistory, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { NodeId } from '@storeward/contract/nodes';
import type { ComponentType } from 'react';
import { type PortalScreen, type ScreenPath, screens } from '../platform/site-map.ts';
import { modulesWithPage, redirects } from '../platform/redirects.ts';
import { withAllPhrases } from '../platform/i18n.ts';
import { parseSearch, stringifySearch } from '../platform/url-query.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { prefetchData } from './prefetch.ts';
import { ScreenError } from './screen-error.tsx';
import { PermissionGuard } from './guard.tsx';
import { NotFoundScreen } from './not-found.tsx';
import { Shell } from './shell.tsx';
import { ScreenLoading } from './screen-loading.tsx';

type ScreenComponent = ComponentType<{ id: string }>;

/** A screen whose module and phrases are loaded when it is opened for the first time. */
const lazyScreen = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyComponent(withAllPhrases(load), ScreenLoading);

// Their phrases are loaded with the shell.
const Dashboard = lazyComponent(async () => (await import('./dashboard.tsx')).Dashboard, ScreenLoading);
const UserList = lazyComponent(async () => (await import('../users/user-list.tsx')).UserListScreen, ScreenLoading);
const UserCreate = lazyScreen(async () => (await import('../users/user-create-page.tsx')).UserCreatePage);
const UserPage = lazyScreen(async () => (await import('../users/user-page.tsx')).UserPage);
const UserChanges = lazyScreen(async () => (await import('./user-changes.tsx')).UserChanges);
const UserChange = lazyScreen(async () => (await import('./user-changes.tsx')).UserChange);
const UserImports = lazyScreen(async () => (await import('./user-imports.tsx')).UserImports);
const UserImport = lazyScreen(async () => (await import('./user-imports.tsx')).UserImport);
const OwnProfile = lazyScreen(async () => (await import('./own-profile.tsx')).OwnProfile);
const Hierarchy = lazyScreen(async () => (await import('../nodes/hierarchy-page.tsx')).HierarchyPage);

const NodeCreate = lazyScreen(async () => (await import('../nodes/node-create-page.tsx')).NodeCreatePage);
const NodeImports = lazyScreen(async () => (await import('./node-imports.tsx')).NodeImports);
const NodeImport = lazyScreen(async () => (await import('./node-imports.tsx')).NodeImport);
const NodeScreen = lazyScreen(async () => (await import('./node-screens.tsx')).NodeScreen);
const BulkOverrides = lazyScreen(async () => (await import('./bulk-overrides.tsx')).BulkOverrides);
const BulkOverride = lazyScreen(async () => (await import('./bulk-overrides.tsx')).BulkOverride);
const SettingImports = lazyScreen(async () => (await import('./setting-imports.tsx')).SettingImports);
const ListImports = lazyScreen(async () => (await import('./setting-imports.tsx')).ListImports);
const ListImport = lazyScreen(async () => (await import('./setting-imports.tsx')).ListImport);
const SettingImport = lazyScreen(async () => (await import('./setting-imports.tsx')).SettingImport);
const NodeValues = lazyScreen(async () => (await import('../settings/node-value-list.tsx')).NodeValueList);
const PermittedUserList = lazyScreen(async () => (await import('../users/permitted-user-list.tsx')).PermittedUserList);
const Radar = lazyScreen(async () => (await import('../settings/radar-page.tsx')).RadarPage);

const AuditTimeline = lazyScreen(async () => (await import('../audit/audit-timeline.tsx')).AuditTimeline);
const AuditList = lazyScreen(async () => (await import('./organisation-lists.tsx')).AuditList);
const OrganisationList = lazyScreen(
  async () => (await import('../organisations/organisation-list.tsx')).OrganisationListScreen,
);
const OrganisationCreate = lazyScreen(
  async () => (await import('../organisations/organisation-create-page.tsx')).OrganisationCreatePage,
);
const RoleList = lazyScreen(async () => (await import('./organisation-lists.tsx')).RoleList);
const RoleCreate = lazyScreen(async () => (await import('../roles/role-create-page.tsx')).RoleCreatePage);
const RolePage = lazyScreen(async () => (await import('../roles/role-page.tsx')).RolePage);
const ProductList = lazyScreen(async () => (await import('../products/product-list.tsx')).ProductListScreen);
const ProductCreate = lazyScreen(async () => (await import('../products/product-create-page.tsx')).ProductCreatePage);
const ProductPage = lazyScreen(async () => (await import('../products/product-page.tsx')).ProductPage);
const ProductImports = lazyScreen(async () => (await import('./product-imports.tsx')).ProductImports);
const ProductImport = lazyScreen(async () => (await import('./product-imports.tsx')).ProductImport);
const ModulePage = lazyScreen(async () => (await import('./module-page.tsx')).ModulePage);
const OrganisationScreen = lazyScreen(async () => (await import('./node-screens.tsx')).OrganisationScreen);

const RoleView: ScreenComponent = ({ id }) => (
  <RolePage id={id} mode="view" extraSections={<AuditTimeline id={id} />} />
);
const RoleEdit: ScreenComponent = ({ id }) => <RolePage id={id} mode="edit" />;

/** The component of each screen. */
const screenComponents: Readonly<Record<ScreenPath, ScreenComponent>> = {
  '/dashboard': Dashboard,
  '/users': UserList,
  '/users/changes': UserChanges,
  '/users/changes/{id}': UserChange,
  '/user/create': UserCreate,
  '/user/import': UserImports,
  '/user/import/{id}': UserImport,
  '/user/{id}/view': ({ id }) => <UserPage id={id} mode="view" extraSections={<AuditTimeline id={id} />} />,
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
  '/structure/list-import': ListImports,
  '/structure/list-import/{id}': ListImport,
  '/structure/radar/{id}': ({ id }) => <Radar id={id as NodeId} />,
  '/structure/values/{id}': ({ id }) => <NodeValues id={id as NodeId} />,
  '/structure/access/{id}': ({ id }) => <PermittedUserList id={id as NodeId} />,
  '/structure/{id}/view': ({ id }) => <NodeScreen id={id} mode="view" />,
  '/products': ProductList,
  '/product/create': ProductCreate,
  '/product/import': ProductImports,
  '/product/import/{id}': ProductImport,
  '/product/{id}/view': ({ id }) => <ProductPage id={id} mode="view" extraSections={<AuditTimeline id={id} />} />,
  '/product/{id}/edit': ({ id }) => <ProductPage id={id} mode="edit" />,
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

const moduleRoutes = modulesWithPage.map((code) =>
  createRoute({
    getParentRoute: () => root,
    path: `/${code}/`,
    errorComponent: ScreenError,
    component: () => <ModulePage key={code} code={code} />,
  }),
);

const routeTree = root.addChildren([...screenRoutes, ...redirectRoutes, ...moduleRoutes]);

/** Creates the portal's router. Uses the browser history unless another one is given. */
export function createPortalRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    trailingSlash: 'preserve',
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

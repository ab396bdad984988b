import { type RouterHistory, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { NodeId } from '@storeward/contract/nodes';
import type { ProductId } from '@storeward/contract/products';
import type { RoleId } from '@storeward/contract/roles';
import type { UserId } from '@storeward/contract/users';
import type { ComponentType } from 'react';
import { type PortalScreen, type ScreenPath, screens } from '../platform/site-map.ts';
import { modulePath, modulesWithPage, redirects } from '../platform/api/redirects.ts';
import { withAllPhrases } from '../platform/text/i18n.ts';
import { parseSearch, stringifySearch } from '../platform/api/url-query.ts';
import { lazyComponent } from '../ui/page/lazy-component.tsx';
import { prefetchData } from './prefetch.ts';
import { ScreenError } from './screen-error.tsx';
import { PermissionGuard } from './guard.tsx';
import { NotFoundScreen } from './not-found.tsx';
import { Shell } from './shell/shell.tsx';
import { ScreenLoading } from './screen-loading.tsx';

/** The type of the `{id}` in a path. It is only assumed: the server checks the id. */
type IdOf<Path extends ScreenPath> = Path extends `/user/{id}/${string}`
  ? UserId
  : Path extends `/${'role' | 'roles'}/{id}/${string}`
    ? RoleId
    : Path extends `/product/{id}/${string}`
      ? ProductId
      : Path extends
            | `/${'organisation' | 'structure'}/{id}/${string}`
            | `/structure/${'radar' | 'values' | 'access'}/{id}`
        ? NodeId
        : string;

/** A screen whose module and phrases are loaded when it is opened for the first time. */
const lazyScreen = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyComponent(withAllPhrases(load), ScreenLoading);

// Their phrases are loaded with the shell.
const Dashboard = lazyComponent(async () => (await import('./screens/dashboard.tsx')).Dashboard, ScreenLoading);
const UserList = lazyComponent(async () => (await import('../users/list/user-list.tsx')).UserListScreen, ScreenLoading);
const UserCreate = lazyScreen(async () => (await import('../users/user-create-page.tsx')).UserCreatePage);
const UserPage = lazyScreen(async () => (await import('../users/user-page.tsx')).UserPage);
const ProductChanges = lazyScreen(async () => (await import('./screens/product-changes.tsx')).ProductChanges);
const ProductChange = lazyScreen(async () => (await import('./screens/product-changes.tsx')).ProductChange);
const UserChanges = lazyScreen(async () => (await import('./screens/user-changes.tsx')).UserChanges);
const UserChange = lazyScreen(async () => (await import('./screens/user-changes.tsx')).UserChange);
const UserImports = lazyScreen(async () => (await import('./screens/user-imports.tsx')).UserImports);
const UserImport = lazyScreen(async () => (await import('./screens/user-imports.tsx')).UserImport);
const ApiKeyList = lazyScreen(async () => (await import('../api-keys/api-key-list.tsx')).ApiKeyListScreen);
const OwnProfile = lazyScreen(async () => (await import('./screens/own-profile.tsx')).OwnProfile);
const Hierarchy = lazyScreen(async () => (await import('../nodes/tree/hierarchy-page.tsx')).HierarchyPage);

const NodeCreate = lazyScreen(async () => (await import('../nodes/node-create-page.tsx')).NodeCreatePage);
const NodeImports = lazyScreen(async () => (await import('./screens/node-imports.tsx')).NodeImports);
const NodeImport = lazyScreen(async () => (await import('./screens/node-imports.tsx')).NodeImport);
const NodeScreen = lazyScreen(async () => (await import('./screens/node-screens.tsx')).NodeScreen);
const BulkOverrides = lazyScreen(async () => (await import('./screens/bulk-overrides.tsx')).BulkOverrides);
const BulkOverride = lazyScreen(async () => (await import('./screens/bulk-overrides.tsx')).BulkOverride);
const SettingImports = lazyScreen(async () => (await import('./screens/setting-imports.tsx')).SettingImports);
const ListImports = lazyScreen(async () => (await import('./screens/setting-imports.tsx')).ListImports);
const ListImport = lazyScreen(async () => (await import('./screens/setting-imports.tsx')).ListImport);
const SettingImport = lazyScreen(async () => (await import('./screens/setting-imports.tsx')).SettingImport);
const NodeValues = lazyScreen(async () => (await import('../settings/radar/node-value-list.tsx')).NodeValueList);
const PermittedUserList = lazyScreen(
  async () => (await import('../users/access/permitted-user-list.tsx')).PermittedUserList,
);
const ChangeCalendar = lazyScreen(async () => (await import('../settings/calendar/calendar-page.tsx')).CalendarPage);
const Compare = lazyScreen(async () => (await import('../settings/compare/compare-page.tsx')).ComparePage);
const Radar = lazyScreen(async () => (await import('../settings/radar/radar-page.tsx')).RadarPage);

const AuditTimeline = lazyScreen(async () => (await import('../audit/audit-timeline.tsx')).AuditTimeline);
const AuditList = lazyScreen(async () => (await import('./screens/organisation-lists.tsx')).AuditList);
const OrganisationList = lazyScreen(
  async () => (await import('../organisations/organisation-list.tsx')).OrganisationListScreen,
);
const OrganisationCreate = lazyScreen(
  async () => (await import('../organisations/organisation-create-page.tsx')).OrganisationCreatePage,
);
const RoleList = lazyScreen(async () => (await import('./screens/organisation-lists.tsx')).RoleList);
const RoleCreate = lazyScreen(async () => (await import('../roles/role-create-page.tsx')).RoleCreatePage);
const RolePage = lazyScreen(async () => (await import('../roles/role-page.tsx')).RolePage);
const ProductList = lazyScreen(async () => (await import('../products/list/product-list.tsx')).ProductListScreen);
const MediaList = lazyScreen(async () => (await import('../files/media-list.tsx')).MediaListScreen);
const ProductCreate = lazyScreen(async () => (await import('../products/product-create-page.tsx')).ProductCreatePage);
const ProductPage = lazyScreen(async () => (await import('../products/product-page.tsx')).ProductPage);
const ProductImports = lazyScreen(async () => (await import('./screens/product-imports.tsx')).ProductImports);
const ProductImport = lazyScreen(async () => (await import('./screens/product-imports.tsx')).ProductImport);
const ModulePage = lazyScreen(async () => (await import('./screens/module-page.tsx')).ModulePage);
const OrganisationScreen = lazyScreen(async () => (await import('./screens/node-screens.tsx')).OrganisationScreen);

const RoleView = ({ id }: { id: RoleId }) => <RolePage id={id} mode="view" extraSections={<AuditTimeline id={id} />} />;
const RoleEdit = ({ id }: { id: RoleId }) => <RolePage id={id} mode="edit" />;

/** The component of each screen. */
const screenComponents: { readonly [Path in ScreenPath]: ComponentType<{ id: IdOf<Path> }> } = {
  '/dashboard': Dashboard,
  '/users': UserList,
  '/users/changes': UserChanges,
  '/users/changes/{id}': UserChange,
  '/user/create': UserCreate,
  '/user/import': UserImports,
  '/user/import/{id}': UserImport,
  '/api-keys': ApiKeyList,
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
  '/structure/calendar': ChangeCalendar,
  '/structure/compare': Compare,
  '/structure/radar/{id}': Radar,
  '/structure/values/{id}': NodeValues,
  '/structure/access/{id}': PermittedUserList,
  '/structure/{id}/view': ({ id }) => <NodeScreen id={id} mode="view" />,
  '/products': ProductList,
  '/products/changes': ProductChanges,
  '/products/changes/{id}': ProductChange,
  '/media': MediaList,
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
      return (
        <PermissionGuard
          key={path}
          screen={screen}
          component={screenComponents[screen.path] as ComponentType<{ id: string }>}
          id={id}
        />
      );
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
    path: modulePath(code),
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

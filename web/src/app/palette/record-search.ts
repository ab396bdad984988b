import type { Page } from '@storeward/contract/paging';
import { fullNameOf } from '@storeward/contract/full-names';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { levelIcons } from '../../platform/text/level-icons.ts';
import { useT } from '../../platform/text/i18n.ts';
import { hasPermission, useSession } from '../../platform/session/session.ts';
import { nodeSearchQuery } from '../../nodes/queries.ts';
import { organisationListQuery } from '../../organisations/queries.ts';
import { productListQuery } from '../../products/queries.ts';
import { roleListQuery } from '../../roles/queries.ts';
import { userListQuery } from '../../users/queries.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

/** How many records of each kind are shown. */
const size = 5;

type Found = { readonly entries: readonly PaletteEntry[]; readonly busy: boolean; readonly failed: boolean };
type ListQuery<Row> = {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Page<Row>>;
};

/** Searches one kind of record; a new search aborts the request of the previous one. */
function useFound<Row>(query: ListQuery<Row>, isAllowed: boolean, toEntry: (row: Row) => PaletteEntry[]): Found {
  const { data, isFetching, isError } = useQuery({
    ...query,
    enabled: isAllowed,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const entries = isAllowed && data ? data.result.flatMap(toEntry) : [];
  return { entries, busy: isAllowed && isFetching, failed: isAllowed && isError };
}

export type RecordSearch = {
  readonly groups: readonly PaletteGroup[];
  readonly busy: boolean;
  /** Whether the search of some kinds failed. */
  readonly failed: boolean;
};

/** Locations, users, roles, organisations and products that match, of the kinds that the user may list. */
export function useRecordSearch(search: string): RecordSearch {
  const t = useT();
  const { level } = useSession();
  const isActive = search !== '';
  const isGlobal = level === 'GLOBAL';
  const page = { search, page: 0, size };

  const nodes = useFound(
    nodeSearchQuery(search, 0, size),
    isActive && !isGlobal && hasPermission(['LIST_NODE_STRUCTURE', 'BULK_OVERRIDE']) && hasPermission(['VIEW_NODE']),
    ({ nodeId, name, code, nodeType, path }) => [
      {
        id: nodeId,
        icon: levelIcons[nodeType],
        label: name,
        detail: path.at(-2)?.name,
        note: code,
        href: `/structure/${nodeId}/view`,
      },
    ],
  );
  const users = useFound(
    userListQuery(page),
    isActive && hasPermission(['LIST_USERS']),
    ({ id, firstName, lastName, roleName, rootNode, userName, can }) =>
      can.view
        ? [
            {
              id,
              icon: 'user',
              label: fullNameOf({ firstName, lastName }),
              detail: [roleName, rootNode?.name].filter(Boolean).join(', '),
              note: userName,
              href: `/user/${id}/view`,
            },
          ]
        : [],
  );
  const roles = useFound(
    roleListQuery(page),
    isActive && hasPermission(['LIST_ROLES']),
    ({ id, name, description, can }) =>
      can.view
        ? [
            {
              id,
              icon: 'shield',
              label: name,
              detail: description,
              href: isGlobal ? `/roles/${id}/view` : `/role/${id}/view`,
            },
          ]
        : [],
  );
  const organisations = useFound(
    organisationListQuery(page),
    isActive && isGlobal && hasPermission(['LIST_ORGANISATIONS']),
    ({ id, name, url, code, can }) =>
      can.view
        ? [{ id, icon: 'building', label: name, detail: url, note: code, href: `/organisation/${id}/view` }]
        : [],
  );
  const products = useFound(
    productListQuery(page),
    isActive && !isGlobal && hasPermission(['LIST_SETTING']) && hasPermission(['VIEW_SETTING']),
    ({ id, SKU, name }) => [{ id, icon: 'package', label: name ?? SKU, note: SKU, href: `/product/${id}/view` }],
  );
  const kinds = [
    [t('palette.nodes'), nodes],
    [t('palette.users'), users],
    [t('app.menu.roles'), roles],
    [t('app.switcher.organisations'), organisations],
    [t('app.menu.products'), products],
  ] as const;
  return {
    groups: kinds.map(([label, { entries }]) => ({ label, entries })),
    busy: kinds.some(([, { busy }]) => busy),
    failed: kinds.some(([, { failed }]) => failed),
  };
}

import { type NodeType, type Permission, platformPermissions } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import { accessRightsOf, moduleCodes } from '@storeward/contract/modules';
import type { Random } from './random.ts';
import type { RowOf } from './rows.ts';

/** A role as it is written into the database. */
export type Role = RowOf<'roles'>;

const everything = moduleCodes.flatMap((code) => accessRightsOf(code).map(({ shortName }) => shortName));

const om = (...wanted: readonly Permission[]) =>
  accessRightsOf('om')
    .filter(({ associatePermission }) => associatePermission !== '' && wanted.includes(associatePermission))
    .map(({ shortName }) => shortName);

const ofThePlatform = new Set(om(...platformPermissions));
const toBeginWith = om('OM_DASHBOARD', 'VIEW_PROFILE', 'ALLOW_TO_VIEW_MODULE_ICON', 'MODULE_APP_ICON');
const toManage = [...toBeginWith, ...om('LIST_USERS', 'VIEW_USER', 'EDIT_USER', 'LIST_NODE_STRUCTURE', 'VIEW_NODE')];

const toSetUp = [
  ...toManage,
  ...om('EDIT_NODE', 'EDIT_NODE_DETAILS', 'EDIT_NODE_CONFIGURATION', 'EDIT_NODE_THEME', 'EDIT_NODE_MODULE'),
];

type ReadyRole = {
  readonly level: NodeType;
  readonly name: string;
  readonly description: string;
  readonly rights: readonly string[];
};

const platformRoles = [
  { level: 'GLOBAL', name: 'Global administrator', description: 'Runs the whole platform', rights: everything },
] as const satisfies readonly ReadyRole[];

const organisationRoles = [
  {
    level: 'ORGANIZATION',
    name: 'Organisation administrator',
    description: 'Everything within the organisation',
    rights: everything.filter((right) => !ofThePlatform.has(right)),
  },
  {
    level: 'COMPANY',
    name: 'Company manager',
    description: 'People, places and settings of one company',
    rights: toSetUp,
  },
  {
    level: 'TRADING_REGION',
    name: 'Region manager',
    description: 'People and places of one trading region',
    rights: toManage,
  },
  {
    level: 'STORE_GROUP',
    name: 'Group manager',
    description: 'People and places of one store group',
    rights: toManage,
  },
  {
    level: 'SUB_STORE_GROUP',
    name: 'Sub group manager',
    description: 'People and places of one sub store group',
    rights: toManage,
  },
  { level: 'STORE', name: 'Store manager', description: 'The people of one store', rights: toManage },
  { level: 'STORE', name: 'Store user', description: 'Works in one store', rights: toBeginWith },
] as const satisfies readonly ReadyRole[];

/** The name of a role that every new organisation, or the platform, comes with. */
export type RoleName = (typeof organisationRoles)[number]['name'] | (typeof platformRoles)[number]['name'];

/** The roles an organisation comes with, by name; the platform has its own. */
export function readyRoles(
  orgId: string,
  of: 'platform' | 'organisation',
  { random, from }: { random: Random; from: number },
): ReadonlyMap<string, Role> {
  const date = new Date(from).toISOString();
  const ready: readonly ReadyRole[] = of === 'platform' ? platformRoles : organisationRoles;
  return new Map(
    ready.map(({ level, name, description, rights }, index) => [
      name,
      {
        id: random.id(from + index),
        org_id: orgId,
        name,
        name_norm: normalised(name),
        description,
        level,
        access_rights: [...rights],
        created_date: date,
        updated_date: date,
      },
    ]),
  );
}

/** The usual role of somebody who stands at a place of this kind. */
export function usualRole(type: string): RoleName {
  const found = [...platformRoles, ...organisationRoles].find(({ level }) => level === type);
  return found?.name ?? 'Store user';
}

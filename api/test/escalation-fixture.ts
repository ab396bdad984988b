import fc from 'fast-check';
import type { NodeType } from '@storeward/contract/access';
import type { ApiClient, TestNode, TestUser } from './builders.ts';
import type { TestServer } from './server.ts';

/** The rights used in a walk: first those for roles, then those for nodes and users. */
export const rightPool = [
  'list_roles',
  'view_role',
  'create_role',
  'edit_role',
  'enabled_role',
  'delete_role',
  'view_node',
  'edit_node',
  'list_users',
  'create_user',
  'view_user',
  'edit_user',
  'enabled_user',
  'delete_user',
  'show_bulk_user_import_submenu',
  'allow_upload_user_import_csv',
] as const;

/** Ends of assignments as minutes from now; undefined is no end. Two of them lie within the time that a walk lets pass. */
export const minutesToEnd = [20, 70, 600, undefined] as const;

/** How many of them concern roles. */
export const roleRightCount = 6;

/** The levels of the roles in a walk. */
export const levels = [
  'ORGANIZATION',
  'COMPANY',
  'TRADING_REGION',
  'STORE_GROUP',
  'STORE',
] as const satisfies NodeType[];

/** The data of a walk: nodes, roles, the users who act, and the background runs they have started. */
export type Fixture = {
  readonly server: TestServer;
  /** An administrator who only waits for background runs. */
  observer: ApiClient;
  readonly org: TestNode;
  readonly nodes: readonly TestNode[];
  readonly users: { readonly user: TestUser; client: ApiClient }[];
  readonly roles: string[];
  readonly runs: { readonly url: string; readonly id: string; readonly startedBy: ApiClient; started: boolean }[];
};

const anyNumber = fc.nat(9999);

export const anyRights = fc.subarray([...rightPool]);

/** Random numbers by which a step selects from the entities that exist at that time. */
export const anyChoices = fc.record({ what: anyNumber, to: anyNumber, rights: anyRights, on: fc.boolean() });
export type Choices = typeof anyChoices extends fc.Arbitrary<infer T> ? T : never;

export const pick = <T>(items: readonly T[], index: number): T => items[index % items.length]!;

/** The client of another user, for operations that two users perform concurrently. */
export const otherClient = ({ users }: Fixture, client: number, { what, to }: Choices): ApiClient =>
  pick(users, client + 1 + ((what + to) % (users.length - 1))).client;

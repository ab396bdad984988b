import type { NodeType } from '@storeward/contract/access';
import type { User, UserInput } from '@storeward/contract/users';
import { sql } from 'kysely';
import { inScopeById as nodesInScope } from '../../nodes/queries.ts';
import type { Actor, Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import type { AssignableRole } from '../../roles/policy.ts';
import { usersInReach, usersInScope } from '../queries.ts';

/** A node that users are assigned to. */
export type NodePosition = {
  readonly id: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly tpath: string;
};

/** A role that users are assigned. */
export type NamedRole = AssignableRole & { readonly name: string };

/** The optional fields of a user that an administrator sets. */
export type PersonalFields = Pick<
  User,
  'dateOfBirth' | 'communicationEmail' | 'communicationPush' | 'communicationSms' | 'shortName' | 'dashboardAccess'
>;

/** A stored user with everything that the rules, audit entries and undo of a change need. */
export type UserState = UserInput &
  PersonalFields & {
    readonly id: string;
    readonly userName: string;
    /** The normalised user name, unique per sign-in domain. */
    readonly key: string;
    readonly domainName: string;
    readonly status: boolean;
    /** Has chosen a password, so that a temporary one or an invitation is over. */
    readonly passwordChosen: boolean;
    /** A changed e-mail address that does not count yet. */
    readonly pendingEmail: string | null;
    /** Neither signed in nor chosen a password. */
    readonly neverSignedIn: boolean;
    /** How many changed addresses were mailed a link within the last hour. */
    readonly recentEmailChanges: number;
    readonly hasSecretWord: boolean;
    readonly hasPin: boolean;
    readonly node: NodePosition | null;
    readonly role: { readonly id: string; readonly name: string } | null;
    /** The primary assignment. */
    readonly assignmentId: string | null;
    /** When it ends; null if it does not. */
    readonly until: string | null;
    /** Whether it has ended. */
    readonly over: boolean;
    /** The additional assignments as "roleId nodeId". */
    readonly additionalAssignments: readonly string[];
    readonly tpath: string;
    readonly version: number;
    /** Holds more access rights or areas than the actor. */
    readonly exceeds: boolean;
    /** Never signed in, no password chosen, and no additional assignments. */
    readonly untouched: boolean;
  };

/** Selects users by normalised user name (of any sign-in domain) or by id; `orSelf` includes the actor outside the scope. */
export type UserSelector =
  | { readonly keys: readonly string[] }
  | { readonly ids: readonly string[]; readonly orSelf?: boolean };

/** The selected users in the order of their ids; with `lock`, their rows are locked in that order until the transaction ends. */
export async function listUserStates(
  db: Db,
  { scope, userId, accessRights }: Pick<Actor, 'scope' | 'userId' | 'accessRights'>,
  selector: UserSelector,
  { lock }: { lock: boolean },
): Promise<UserState[]> {
  const reachable = 'ids' in selector && selector.orSelf ? usersInReach(scope, userId) : usersInScope(scope);
  const selected =
    'ids' in selector
      ? sql`${reachable} and u.id = any(${[...selector.ids]})`
      : sql`${reachable} and u.user_name_norm = any(${[...selector.keys]})`;
  const [, rows] = await Promise.all([
    // pipelined in this order: the state is read once the rows are locked, and so sees concurrent changes
    lock ? db.run(sql`select from users u where ${selected} order by u.id for update`) : undefined,
    db.many(sql<UserState>`
    with selected as materialized (select u.* from users u where ${selected}),
         exceeding as materialized (select users_exceeding((select array_agg(id) from selected), ${[...accessRights]}) as id)
    select u.id, u.user_name as "userName", u.user_name_norm as key, u.domain_name as "domainName", u.first_name as "firstName", u.last_name as "lastName",
           u.email_id as "emailId", u.phone_number as "phoneNumber", u.language, u.time_zone as "timeZone", u.country, u.status,
           u.manual_password as "passwordChosen",
           u.pending_email as "pendingEmail", u.last_active = '-infinity' and not u.manual_password as "neverSignedIn",
           (select count(*) from mails m where m.org_id = u.org_id and m.user_id = u.id and m.kind = 'emailConfirmation'
              and m.created_date > clock() - interval '1 hour') as "recentEmailChanges",
           u.secret_word_hash is not null as "hasSecretWord", u.pin_hash is not null as "hasPin",
           u.date_of_birth as "dateOfBirth", u.communication_email as "communicationEmail", u.communication_push as "communicationPush",
           u.communication_sms as "communicationSms", u.short_name as "shortName", u.dashboard_access as "dashboardAccess",
           case when n.id is not null then json_build_object('id', n.id, 'name', n.name, 'nodeType', n.node_type, 'tpath', n.tpath) end as node,
           case when r.id is not null then json_build_object('id', r.id, 'name', r.name) end as role,
           a.id as "assignmentId", a.until, coalesce(a.until <= clock(), false) as over, u.tpath, u.version, u.id in (select id from exceeding) as exceeds,
           u.password_hash is null and u.last_active = '-infinity'
             and not exists (select from assignments x where x.org_id = u.org_id and x.user_id = u.id and x.position > 0) as untouched,
           array(select x.role_id || ' ' || x.node_id from assignments x
                  where x.org_id = u.org_id and x.user_id = u.id and x.position > 0) as "additionalAssignments"
      from selected u
      left join nodes n on n.org_id = u.org_id and n.id = u.node_id
      left join assignments a on a.org_id = u.org_id and a.user_id = u.id and a.position = 0
      left join roles r on r.org_id = a.org_id and r.id = a.role_id
     order by u.id`),
  ]);
  return rows;
}

const roleColumns = sql`r.id, r.name, r.name_norm as key, r.level, r.status, r.access_rights as "accessRights"`;

/** Roles of the organisation by id or normalised name; with `lock`, locked against changes until the transaction ends. */
export async function listRoles(
  db: Db,
  { orgId }: Scope,
  by: { readonly ids: readonly string[] } | { readonly names: readonly string[] },
  { lock }: { lock: boolean },
): Promise<(NamedRole & { readonly key: string })[]> {
  const selected = 'ids' in by ? sql`r.id = any(${[...by.ids]})` : sql`r.name_norm = any(${[...by.names]})`;
  if (('ids' in by ? by.ids : by.names).length === 0) return [];
  return db.many(sql<NamedRole & { key: string }>`
    select ${roleColumns} from roles r where r.org_id = ${orgId} and r.deleted_date is null and ${selected}
     order by r.id${lock ? sql` for share` : sql``}`);
}

/** Nodes of the scope by id. The caller has locked the structure of the tree. */
export async function listNodes(db: Db, scope: Scope, ids: readonly string[]): Promise<NodePosition[]> {
  if (ids.length === 0) return [];
  return db.many(sql<NodePosition>`
    select n.id, n.name, n.node_type as "nodeType", n.tpath from nodes n
     where ${nodesInScope(scope)} and n.id = any(${[...ids]})`);
}

/** Which of the normalised user names are taken within a sign-in domain, inside or outside the scope. */
export async function listTakenNames(
  db: Db,
  _scope: Scope,
  keys: readonly string[],
  domain: string,
): Promise<Set<string>> {
  const row = await db.first(sql<{ taken: string[] }>`select user_names_taken(${[...keys]}, ${domain}) as taken`);
  return new Set(row?.taken);
}

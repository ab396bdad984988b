import fc from 'fast-check';
import type { NodeType } from '@storeward/contract/access';
import type { TestResponse } from './response.ts';
import {
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  type TestUser,
  type TestNode,
  createClient,
  signIn,
} from './builders.ts';
import {
  anyChoices,
  anyRights,
  type Fixture,
  levels,
  minutesToEnd,
  otherClient,
  pick,
  rightPool,
  roleRightCount,
} from './escalation-fixture.ts';
import { concurrentOperations, nodeMoves, operationNames, operations } from './escalation-moves.ts';
import type { TestServer } from './server.ts';
import { runBulkChange, userBulkUrl } from './user-bulk.ts';

const anyNumber = fc.nat(9999);

// most users manage something, and half of them are high enough in the tree to use it
const anyManaged = fc.constantFrom<readonly ('roles' | 'users')[]>(
  ['roles', 'users'],
  ['roles', 'users'],
  ['roles'],
  ['users'],
  [],
);

/** The initial state of a walk: the users with their nodes and rights, and additional roles. */
export const fixtureSpecs = fc.record({
  users: fc.array(
    fc.record({
      at: fc.oneof(anyNumber, fc.constantFrom(0, 1, 8)),
      rights: anyRights,
      managed: anyManaged,
      ends: anyNumber,
    }),
    {
      minLength: 6,
      maxLength: 8,
    },
  ),
  roles: fc.array(fc.record({ level: anyNumber, rights: anyRights, held: fc.option(anyNumber) }), {
    minLength: 3,
    maxLength: 5,
  }),
});
export type FixtureSpec = typeof fixtureSpecs extends fc.Arbitrary<infer T> ? T : never;

// operations that depend on earlier ones are tried more often
const rareOperations = [
  'uploadFile',
  'startRun',
  'undoRun',
  'undoRun',
  'assignDuringChange',
  'moveNodesConcurrently',
] as const;

/** A step of a walk: the acting user and the operation. */
export const steps = fc.record({
  who: anyNumber,
  operation: fc.constantFrom(...operationNames, ...rareOperations),
  choices: anyChoices,
});
export type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** Creates the initial state of a walk. */
export async function createFixture(server: TestServer, spec: FixtureSpec): Promise<Fixture> {
  const org = await createOrganisation(server);
  const nodes = [org];
  const addNode = async (parent: TestNode, nodeType: NodeType) => {
    const node = await createNode(server, { parent, nodeType });
    nodes.push(node);
    return node;
  };
  for (let company = 0; company < 2; company += 1) {
    const companyNode = await addNode(org, 'COMPANY');
    for (let region = 0; region < 2; region += 1) {
      const group = await addNode(await addNode(companyNode, 'TRADING_REGION'), 'STORE_GROUP');
      await addNode(group, 'STORE');
    }
  }
  const users: Fixture['users'] = [];
  for (const { at, rights: roleRights, managed, ends } of spec.users) {
    // the host of the user's own organisation is required to sign in
    const held = new Set<string>(roleRights);
    if (managed.includes('roles')) for (const right of rightPool.slice(0, roleRightCount)) held.add(right);
    if (managed.includes('users')) for (const right of rightPool.slice(roleRightCount)) held.add(right);
    const user = await createUser(server, { node: pick(nodes, at), rights: [...held] });
    const minutes = pick(minutesToEnd, ends);
    if (minutes !== undefined)
      await server.query('update assignments set until = clock() + make_interval(mins => $2) where id = $1', [
        user.assignmentId,
        minutes,
      ]);
    users.push({ user, client: await createClient(server, user) });
  }
  const roles = users.map(({ user }) => user.roleId!);
  for (const { level, rights: roleRights, held } of spec.roles) {
    const id = await createRole(server, { organisation: org, level: pick(levels, level), rights: roleRights });
    roles.push(id);
    const holder = held === null ? undefined : pick(users, held).user;
    // in addition to the role they act with
    if (holder)
      await server.query(
        `insert into assignments (id, org_id, user_id, role_id, node_id, tpath, position)
         values (gen_random_uuid(), $1, $2, $3, $4, $5, 1) on conflict do nothing`,
        [org.orgId, holder.id, id, holder.node.id, holder.node.tpath],
      );
  }
  const observer = await createClient(server, await createUser(server, { node: org }));
  const fixture: Fixture = { server, observer, org, nodes, users, roles, runs: [] };
  // a run by an administrator that others may try to undo, which would restore the removed roles
  const emptyRole = await createRole(server, { organisation: org, rights: [] });
  const ids = users.slice(-2).map(({ user }) => user.id);
  const { id } = await runBulkChange(observer, { action: 'changeRole', ids, roleId: emptyRole });
  fixture.runs.push({ url: userBulkUrl, id, startedBy: observer, started: true });
  return fixture;
}

/**
 * The effective rights of a user as pairs of right and node: of the active role, of all roles, and of all roles if the
 * user is enabled. `granted` is until when all roles, disabled ones too, grant each pair, and `end` until when the user
 * acts by the active one: times in milliseconds, infinite without an end.
 */
type Power = {
  readonly email: string;
  readonly acting: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
  readonly rights: ReadonlySet<string>;
  readonly granted: ReadonlyMap<string, number>;
  readonly end: number;
};

const noPower: Power = {
  email: '',
  acting: new Set(),
  all: new Set(),
  open: new Set(),
  rights: new Set(),
  granted: new Map(),
  end: -Infinity,
};

/** Reads the effective rights of all users directly from the tables, independently of the endpoints. */
async function readPowers({ server, org }: Fixture): Promise<Map<string, Power>> {
  type Row = { id: string; email: string; status: boolean; acting: boolean; nodes: string[] } & {
    granted: string[];
    inForce: boolean;
    until: Date | null;
  };
  const rows = await server.query<Row>(
    `select u.id, u.email_id as email, u.status,
            case when r.deleted_date is null then coalesce(r.access_rights, '{}') else '{}' end as granted, coalesce(r.status, false) as "inForce", a.until,
            array(select n.id from nodes n where n.org_id = a.org_id and n.deleted_date is null and n.tpath like a.tpath || '%') as nodes,
            a.id = (select x.id from assignments x
                      left join lateral (select s.assignment_id from sessions s where s.user_id = u.id and s.ended_date is null order by s.id desc limit 1) s on true
                     where x.user_id = u.id and (x.until is null or x.until > clock())
                     order by (x.id = s.assignment_id) is true desc, x.position limit 1) as acting
       from users u
       left join assignments a on a.user_id = u.id and (a.until is null or a.until > clock())
       left join roles r on r.id = a.role_id
      where u.org_id = $1 and u.deleted_date is null`,
    [org.orgId],
  );
  const powerByUser = new Map<string, ReadPower>();
  for (const { id, email, status, acting, granted, inForce, until, nodes } of rows) {
    const end = until?.getTime() ?? Infinity;
    const power = powerByUser.get(id) ?? {
      email,
      acting: new Set(),
      all: new Set(),
      open: new Set(),
      rights: new Set(),
      granted: new Map(),
      end: -Infinity,
    };
    powerByUser.set(id, power);
    if (acting) power.end = end;
    for (const right of granted) {
      if (inForce) power.rights.add(right);
      for (const node of nodes) {
        const pair = `${right} ${node}`;
        power.granted.set(pair, Math.max(end, power.granted.get(pair) ?? -Infinity));
        if (!inForce) continue;
        power.all.add(pair);
        if (status) power.open.add(pair);
        if (acting) power.acting.add(pair);
      }
    }
  }
  return powerByUser;
}

type ReadPower = {
  -readonly [K in keyof Power]: Power[K] extends ReadonlySet<string>
    ? Set<string>
    : Power[K] extends ReadonlyMap<string, number>
      ? Map<string, number>
      : Power[K];
};

/** The effective rights after the last step, reused as those before the next one. */
const lastPowers = new WeakMap<Fixture, Map<string, Power>>();

/**
 * Performs one step and reports privilege escalations: no user may gain rights by their own action, gain rights that the
 * acting user does not have, or gain them for longer than the acting user has theirs. Switching a user or role on gives
 * nothing anew, and a moved node brings its assignments along with their ends.
 */
export async function takeStep(fixture: Fixture, { who, operation, choices }: Step) {
  const { server, users } = fixture;
  const account = pick(users, who);
  const secondClient = otherClient(fixture, who, choices);
  const before = lastPowers.get(fixture) ?? (await readPowers(fixture));
  const result = await operations[operation](fixture, account.client, choices, secondClient);
  const { responses, idle = false }: { responses: readonly TestResponse[]; idle?: boolean } =
    'responses' in result ? result : { responses: [result] };
  const after = await readPowers(fixture);
  lastPowers.set(fixture, after);

  const actors = concurrentOperations.includes(operation) ? [account.user, secondClient.user] : [account.user];
  const powerByActor = actors.map(({ id }) => {
    const { acting: held, end } = before.get(id) ?? noPower;
    return { id, held, end };
  });
  // a slow machine may give up waiting for a lock, which refuses the change like any other error
  const violations = responses.flatMap(({ status, text, body }) =>
    status >= 500 && body.messageCode !== 'service.busy' ? [`${operation} returned ${status}: ${text}`] : [],
  );
  for (const [id, current] of after) {
    const previous = before.get(id) ?? noPower;
    const gained = [...difference(current.all, previous.all), ...difference(current.open, previous.open)];
    // the owner of the e-mail address receives the next reset link
    const emailChanged =
      previous !== noPower && current.email !== previous.email && !actors.some((giver) => giver.id === id);
    const latestEnd = Math.max(-Infinity, ...powerByActor.filter((giver) => giver.id !== id).map(({ end }) => end));
    const prolonged = [...current.granted].filter(
      ([pair, end]) => end > (previous.granted.get(pair) ?? -Infinity) && end > latestEnd,
    );
    if (prolonged.length > 0 && !nodeMoves.includes(operation))
      violations.push(`${operation} granted for longer than the acting user has: ${prolonged.join(', ')}`);
    if (gained.length === 0 && !emailChanged) continue;
    // users cannot grant rights to themselves
    const givers = powerByActor.filter((giver) => giver.id !== id).map(({ held }) => held);
    if (nodeMoves.includes(operation)) {
      // A moved node brings its assignments along: existing rights may gain nodes, but only nodes within the mover's
      // own rights.
      const moverPairs = powerByActor.flatMap(({ held }) => [...held]);
      const unknownNodes = gained.filter((pair) => !moverPairs.some((held) => held.endsWith(pair.split(' ')[1]!)));
      if (unknownNodes.length + difference(current.rights, previous.rights).length > 0)
        violations.push(`${operation} granted rights beyond the moved subtree: ${gained.join(', ')}`);
    } else {
      const excess = gained.filter((pair) => !givers.some((held) => held.has(pair)));
      if (excess.length > 0)
        violations.push(`${operation} granted more than the acting user has: ${excess.join(', ')}`);
    }
    const beyondGivers = emailChanged ? [...previous.all].filter((pair) => !givers.some((held) => held.has(pair))) : [];
    if (beyondGivers.length > 0) violations.push(`account takeover of a user with ${beyondGivers.join(', ')}`);
  }
  const rejected = responses.every(({ status }) => status !== 200) ? responses[0] : undefined;
  // a user whose session was ended signs in again if they still can
  if (rejected?.status === 401) await signInAgain(server, account);
  const outcome = rejected ? ((rejected.body.messageCode as string | undefined) ?? String(rejected.status)) : operation;
  return { outcome: !rejected && idle ? `${operation} without effect` : outcome, violations };
}

const difference = (current: ReadonlySet<string>, previous: ReadonlySet<string>) =>
  [...current].filter((pair) => !previous.has(pair));

async function signInAgain(server: TestServer, account: { readonly user: TestUser; client: ApiClient }): Promise<void> {
  const { userName, host } = account.user;
  const { status } = await signIn(server, { userName, host });
  if (status === 200) account.client = await createClient(server, account.user);
}

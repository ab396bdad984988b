import fc from 'fast-check';
import type { NodeType } from '@storeward/contract/access';
import type { Answer } from './answer.ts';
import { aNode, anOrganisation, aRole, aUser, type Caller, type Person, type Place, signedIn } from './builders.ts';
import { filledIn } from './doors.ts';
import { filledInOfARole } from './role-doors.ts';
import type { House } from './server.ts';
import { filledInOfAUser } from './user-doors.ts';

/** The rights that go round in a walk: those that look after roles, places and people, and a few besides. */
const pool = [
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
] as const;

const levels = ['ORGANIZATION', 'COMPANY', 'TRADING_REGION', 'STORE_GROUP', 'STORE'] as const satisfies NodeType[];

/** What a walk goes over: places, roles, and people, all of whom may try something. */
export type Ground = {
  readonly org: Place;
  readonly places: readonly Place[];
  readonly people: readonly { readonly person: Person; readonly caller: Caller }[];
  readonly roles: string[];
};

const any = fc.nat(9999);
const rights = fc.subarray([...pool]);

/** How a walk's ground is to look: who stands where with which rights, and which further roles there are. */
export const grounds = fc.record({
  people: fc.array(fc.record({ at: any, rights, able: fc.boolean() }), { minLength: 6, maxLength: 8 }),
  roles: fc.array(fc.record({ level: any, rights, held: fc.option(any) }), { minLength: 3, maxLength: 5 }),
});
type GroundWish = typeof grounds extends fc.Arbitrary<infer T> ? T : never;

/** The numbers by which a step chooses among whoever and whatever there is by then. */
const dice = fc.record({ what: any, to: any, rights, on: fc.boolean() });
export type Dice = typeof dice extends fc.Arbitrary<infer T> ? T : never;

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length]!;
const url = '/role-management/roles';
const users = '/user-management/users';
const roleFrom = ({ to, rights: wanted }: Dice) => filledInOfARole(wanted, { level: pick(levels, to) });

/** One thing that somebody tries through a door of the product. */
type Move = (ground: Ground, who: Caller, dice: Dice) => Promise<Answer>;

/** Everything that is tried, by name; what gives people roles, places or rights in another way belongs here too. */
const moves = {
  async makeRole({ roles }, who, dice) {
    const answer = await who.post(url, roleFrom(dice));
    if (answer.status === 200) roles.push(answer.body.result.id as string);
    return answer;
  },
  changeRole: ({ roles }, who, dice) => who.put(`${url}/${pick(roles, dice.what)}`, roleFrom(dice)),
  /** One right more than the role has, which is what somebody would try who is after just that. */
  async addRight({ roles }, who, dice) {
    const id = pick(roles, dice.what);
    const { status, body } = await who.get(`${url}/${id}`);
    const role = status === 200 ? body.result : roleFrom(dice);
    const modules = [...role.modules, { shortName: 'om', accessRights: [{ shortName: pick(pool, dice.to) }] }];
    return who.put(`${url}/${id}`, { ...role, modules });
  },
  switchRole: ({ roles }, who, { what, on }) => who.put(`${url}/${pick(roles, what)}/status`, { status: on }),
  removeRole: ({ roles }, who, { what }) => who.delete(`${url}/${pick(roles, what)}`),
  movePlace: ({ places }, who, { what, to }) =>
    who.put(`/node-management/node/${pick(places, what).id}/move`, { parentId: pick(places, to).id }),
  makeUser: ({ places, roles }, who, { what, to }) =>
    who.post(users, filledInOfAUser({ at: pick(places, to), roleId: pick(roles, what) })),
  /** Another place, another role, or both. */
  placeUser({ places, roles, people }, who, { what, to, on }) {
    const { id, userName } = pick(people, what).person;
    // now and then one that the doer reaches
    const reached = places.filter(({ tpath }) => tpath.startsWith(who.person.at.tpath));
    const standing = {
      rootNodeId: pick(on ? places : reached, to).id,
      ...(on && { userRole: [{ id: pick(roles, to) }] }),
    };
    return who.put(`${users}/${id}`, { ...filledIn({ userName }), ...standing });
  },
  giveRole: ({ places, roles, people }, who, { what, to }) =>
    who.post(`${users}/${pick(people, what).person.id}/assignments`, {
      roleId: pick(roles, what + to),
      nodeId: pick(places, to).id,
    }),
  /** Whoever sets somebody's e-mail gets their next reset link. */
  takeOver: ({ people }, who, { what }) => {
    const { id, userName } = pick(people, what).person;
    return who.put(`${users}/${id}`, { ...filledIn({ userName }), emailId: 'thief@mail.example' });
  },
} as const satisfies Record<string, Move>;

/** The name of a move. */
export type MoveName = keyof typeof moves;

/** The names of all moves. */
export const moveNames = Object.keys(moves) as MoveName[];

/** One step of a walk: who tries what. */
export const steps = fc.record({ who: any, move: fc.constantFrom(...moveNames), dice });
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** Grows the ground of a walk. */
export async function grow(house: House, wish: GroundWish): Promise<Ground> {
  const org = await anOrganisation(house);
  const places = [org];
  const below = async (parent: Place, nodeType: NodeType) => {
    const place = await aNode(house, { parent, nodeType });
    places.push(place);
    return place;
  };
  for (let company = 0; company < 2; company += 1) {
    const one = await below(org, 'COMPANY');
    for (let region = 0; region < 2; region += 1) {
      const group = await below(await below(one, 'TRADING_REGION'), 'STORE_GROUP');
      await below(group, 'STORE');
    }
  }
  const people: { person: Person; caller: Caller }[] = [];
  for (const { at, rights: some, able } of wish.people) {
    // most of them look after roles; nobody signs in at a place that is not theirs
    const held = able ? [...new Set([...pool.slice(0, 6), ...some])] : some;
    const person = await aUser(house, { at: pick(places, at), rights: held });
    people.push({ person, caller: await signedIn(house, person) });
  }
  const roles = people.map(({ person }) => person.roleId!);
  for (const { level, rights: some, held } of wish.roles) {
    const id = await aRole(house, { of: org, level: pick(levels, level), rights: some });
    roles.push(id);
    const holder = held === null ? undefined : pick(people, held).person;
    // beside the role that they act by
    if (holder)
      await house.rows(
        `insert into assignments (id, org_id, user_id, role_id, node_id, tpath, position)
         values (gen_random_uuid(), $1, $2, $3, $4, $5, 1) on conflict do nothing`,
        [org.orgId, holder.id, id, holder.at.id, holder.at.tpath],
      );
  }
  return { org, places, people, roles };
}

/** What somebody can do: each right with each place at which they have it; by the role that acts, and by all they hold. */
type Power = {
  readonly acting: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
  readonly rights: ReadonlySet<string>;
};

const nothing: Power = { acting: new Set(), all: new Set(), rights: new Set() };

/** Reads from the tables alone, as no door does, what everybody can do. */
async function powers(house: House, { org }: Ground): Promise<Map<string, Power>> {
  const rows = await house.rows<{ userId: string; position: number; rights: string[]; nodes: string[] }>(
    `select a.user_id as "userId", a.position, case when r.status and r.deleted_date is null then r.access_rights else '{}' end as rights,
            array(select n.id from nodes n where n.org_id = a.org_id and n.deleted_date is null and n.tpath like a.tpath || '%') as nodes
       from assignments a join roles r on r.id = a.role_id where a.org_id = $1`,
    [org.orgId],
  );
  const found = new Map<string, { acting: Set<string>; all: Set<string>; rights: Set<string> }>();
  for (const { userId, position, rights: some, nodes } of rows) {
    const power = found.get(userId) ?? { acting: new Set(), all: new Set(), rights: new Set() };
    found.set(userId, power);
    for (const right of some) {
      power.rights.add(right);
      for (const node of nodes) {
        power.all.add(`${right} ${node}`);
        if (position === 0) power.acting.add(`${right} ${node}`);
      }
    }
  }
  return found;
}

/** Takes one step, and tells whatever grew by it that may not: nothing of one's own, nothing of anybody's that the giver does not hold. */
export async function take(house: House, ground: Ground, { who, move, dice: numbers }: Step) {
  const { person, caller } = pick(ground.people, who);
  const before = await powers(house, ground);
  const answer = await moves[move](ground, caller, numbers);
  const after = await powers(house, ground);
  const own = before.get(person.id) ?? nothing;
  const faults: string[] = [];
  if (answer.status >= 500) faults.push(`${move} answers ${answer.status}: ${answer.text}`);
  for (const [id, now] of after) {
    const then = before.get(id) ?? nothing;
    const gained = [...now.all].filter((pair) => !then.all.has(pair));
    if (gained.length === 0) continue;
    if (move === 'movePlace') {
      // a place takes along what stands at it; what is gained is power that somebody had already, over places of the mover's own
      const places = gained.filter((pair) => ![...own.acting].some((held) => held.endsWith(pair.split(' ')[1]!)));
      const rightsGained = [...now.rights].filter((right) => !then.rights.has(right));
      if (places.length + rightsGained.length > 0)
        faults.push(`${move} gave away what it may not: ${gained.join(', ')}`);
    } else {
      if (id === person.id) faults.push(`${move} gave its doer ${gained.join(', ')}`);
      const beyond = gained.filter((pair) => !own.acting.has(pair));
      if (beyond.length > 0) faults.push(`${move} gave somebody more than its giver had: ${beyond.join(', ')}`);
    }
  }
  if (move === 'takeOver' && answer.status === 200) {
    const taken = pick(ground.people, numbers.what).person.id;
    const beyond = [...(before.get(taken) ?? nothing).all].filter((pair) => !own.acting.has(pair));
    if (taken !== person.id && beyond.length > 0)
      faults.push(`somebody was taken over who can do ${beyond.join(', ')}`);
  }
  return { status: answer.status, code: answer.body.messageCode as string | undefined, faults };
}

import fc from 'fast-check';
import type { NodeType } from '@storeward/contract/access';
import type { Answer } from './answer.ts';
import {
  aNode,
  anOrganisation,
  aRole,
  aUser,
  type Caller,
  type Person,
  type Place,
  signedIn,
  signIn,
} from './builders.ts';
import {
  dice,
  type Ground,
  levels,
  moveNames,
  moves,
  ofRoles,
  otherOf,
  pick,
  placeMoves,
  pool,
  rights,
  together,
} from './escalation-moves.ts';
import type { House } from './server.ts';
import { changed, userBulkUrl } from './user-bulk.ts';

const any = fc.nat(9999);

// most look after something, and half of them stand high enough to do something about it
const looksAfter = fc.constantFrom<readonly ('roles' | 'people')[]>(
  ['roles', 'people'],
  ['roles', 'people'],
  ['roles'],
  ['people'],
  [],
);

/** How a walk's ground is to look: who stands where with which rights, and which further roles there are. */
export const grounds = fc.record({
  people: fc.array(fc.record({ at: fc.oneof(any, fc.constantFrom(0, 1, 8)), rights, looksAfter }), {
    minLength: 6,
    maxLength: 8,
  }),
  roles: fc.array(fc.record({ level: any, rights, held: fc.option(any) }), { minLength: 3, maxLength: 5 }),
});
type GroundWish = typeof grounds extends fc.Arbitrary<infer T> ? T : never;

// what waits for something else to have come about is tried more often
const rare = ['bringFile', 'startRun', 'undoRun', 'undoRun', 'giveWhileChanged', 'movePlacesAtOnce'] as const;

/** One step of a walk: who tries what. */
export const steps = fc.record({ who: any, move: fc.constantFrom(...moveNames, ...rare), dice });
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
  const people: Ground['people'] = [];
  for (const { at, rights: some, looksAfter } of wish.people) {
    // nobody signs in at a place that is not theirs
    const held = new Set<string>(some);
    if (looksAfter.includes('roles')) for (const right of pool.slice(0, ofRoles)) held.add(right);
    if (looksAfter.includes('people')) for (const right of pool.slice(ofRoles)) held.add(right);
    const person = await aUser(house, { at: pick(places, at), rights: [...held] });
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
  const onlooker = await signedIn(house, await aUser(house, { at: org }));
  const ground: Ground = { house, onlooker, org, places, people, roles, runs: [] };
  // what somebody great has taken from a few is there to be given back
  const bare = await aRole(house, { of: org, rights: [] });
  const ids = people.slice(-2).map(({ person }) => person.id);
  const { id } = await changed(onlooker, { action: 'changeRole', ids, roleId: bare });
  ground.runs.push({ url: userBulkUrl, id, by: onlooker, begun: true });
  return ground;
}

/** What somebody can do, each right with each place at which they have it: by the role that acts, by all they hold, and by that while they may sign in. */
type Power = {
  readonly email: string;
  readonly acting: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
  readonly rights: ReadonlySet<string>;
};

const nothing: Power = { email: '', acting: new Set(), all: new Set(), open: new Set(), rights: new Set() };

/** Reads from the tables alone, as no door does, what everybody can do. */
async function powers({ house, org }: Ground): Promise<Map<string, Power>> {
  type Row = { id: string; email: string; status: boolean; acting: boolean; rights: string[]; nodes: string[] };
  const rows = await house.rows<Row>(
    `select u.id, u.email_id as email, u.status,
            case when r.status and r.deleted_date is null then r.access_rights else '{}' end as rights,
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
  const found = new Map<string, { [K in keyof Power]: K extends 'email' ? string : Set<string> }>();
  for (const { id, email, status, acting, rights: some, nodes } of rows) {
    const power = found.get(id) ?? {
      email,
      acting: new Set(),
      all: new Set(),
      open: new Set(),
      rights: new Set(),
    };
    found.set(id, power);
    for (const right of some) {
      power.rights.add(right);
      for (const node of nodes) {
        const pair = `${right} ${node}`;
        power.all.add(pair);
        if (status) power.open.add(pair);
        if (acting) power.acting.add(pair);
      }
    }
  }
  return found;
}

/** What everybody could do after the last step of a walk: nobody does anything between two of them. */
const known = new WeakMap<Ground, Map<string, Power>>();

/** Takes one step, and tells whatever grew by it that may not: nothing of one's own, nothing of anybody's that the giver does not hold. */
export async function take(ground: Ground, { who, move, dice: numbers }: Step) {
  const { house, people } = ground;
  const doer = pick(people, who);
  const other = otherOf(ground, who, numbers);
  const before = known.get(ground) ?? (await powers(ground));
  const tried = await moves[move](ground, doer.caller, numbers, other);
  const { answers, idle = false }: { answers: readonly Answer[]; idle?: boolean } =
    'answers' in tried ? tried : { answers: [tried] };
  const after = await powers(ground);
  known.set(ground, after);

  const doers = together.includes(move) ? [doer.person, other.person] : [doer.person];
  const byAll = doers.map(({ id }) => ({ id, held: before.get(id)?.acting ?? nothing.acting }));
  const faults = answers.flatMap(({ status, text }) => (status >= 500 ? [`${move} answers ${status}: ${text}`] : []));
  for (const [id, now] of after) {
    const then = before.get(id) ?? nothing;
    const gained = [...beyond(now.all, then.all), ...beyond(now.open, then.open)];
    // whoever gets somebody's mails gets their next reset link
    const taken = then !== nothing && now.email !== then.email && !doers.some((one) => one.id === id);
    if (gained.length === 0 && !taken) continue;
    // nobody gives themselves anything
    const givers = byAll.filter((one) => one.id !== id).map(({ held }) => held);
    if (placeMoves.includes(move)) {
      // a place takes along what stands at it; what is gained is power that somebody had already, over places of the mover's own
      const movers = byAll.flatMap(({ held }) => [...held]);
      const places = gained.filter((pair) => !movers.some((held) => held.endsWith(pair.split(' ')[1]!)));
      if (places.length + beyond(now.rights, then.rights).length > 0)
        faults.push(`${move} gave away what it may not: ${gained.join(', ')}`);
    } else {
      const tooMuch = gained.filter((pair) => !givers.some((held) => held.has(pair)));
      if (tooMuch.length > 0) faults.push(`${move} gave somebody more than its giver had: ${tooMuch.join(', ')}`);
    }
    const outOfReach = taken ? [...then.all].filter((pair) => !givers.some((held) => held.has(pair))) : [];
    if (outOfReach.length > 0) faults.push(`somebody was taken over who can do ${outOfReach.join(', ')}`);
  }
  const refused = answers.every(({ status }) => status !== 200) ? answers[0] : undefined;
  // whose session was ended meanwhile begins another one, where they still may
  if (refused?.status === 401) await signInAgain(house, doer);
  const came = refused ? ((refused.body.messageCode as string | undefined) ?? String(refused.status)) : move;
  return { came: !refused && idle ? `${move} in vain` : came, faults };
}

const beyond = (now: ReadonlySet<string>, then: ReadonlySet<string>) => [...now].filter((pair) => !then.has(pair));

async function signInAgain(house: House, one: { readonly person: Person; caller: Caller }): Promise<void> {
  const { userName, host } = one.person;
  const { status } = await signIn(house, { userName, host });
  if (status === 200) one.caller = await signedIn(house, one.person);
}

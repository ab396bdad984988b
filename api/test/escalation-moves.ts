import fc from 'fast-check';
import { type NodeType, ranks } from '@storeward/contract/access';
import type { ImportRun } from '@storeward/contract/imports';
import { userBulkActions } from '@storeward/contract/user-bulk-actions';
import { type Answer, toldLive } from './answer.ts';
import type { Caller, Person, Place } from './builders.ts';
import { filledIn } from './doors.ts';
import { fileOf, importsAt } from './imports.ts';
import { filledInOfARole } from './role-doors.ts';
import type { House } from './server.ts';
import { userBulkUrl } from './user-bulk.ts';
import { filledInOfAUser } from './user-doors.ts';

/** The rights that go round in a walk: those that look after roles, then those that look after places and people. */
export const pool = [
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

/** How many of them look after roles. */
export const ofRoles = 6;

/** The kinds of place that roles of a walk are for. */
export const levels = [
  'ORGANIZATION',
  'COMPANY',
  'TRADING_REGION',
  'STORE_GROUP',
  'STORE',
] as const satisfies NodeType[];

/** What a walk goes over: places, roles, people, all of whom may try something, and what they have begun in the background. */
export type Ground = {
  readonly house: House;
  /** Sees everything, and does nothing but wait for what others have begun. */
  readonly onlooker: Caller;
  readonly org: Place;
  readonly places: readonly Place[];
  readonly people: { readonly person: Person; caller: Caller }[];
  readonly roles: string[];
  readonly runs: { readonly url: string; readonly id: string; readonly by: Caller; begun: boolean }[];
};

const any = fc.nat(9999);

/** Some of the rights that go round. */
export const rights = fc.subarray([...pool]);

/** The numbers by which a step chooses among whoever and whatever there is by then. */
export const dice = fc.record({ what: any, to: any, rights, on: fc.boolean() });
export type Dice = typeof dice extends fc.Arbitrary<infer T> ? T : never;

/** One of some, whatever the number. */
export const pick = <T>(from: readonly T[], at: number): T => from[at % from.length]!;

/** The other one, where two do something at once. */
export const otherOf = ({ people }: Ground, who: number, { what, to }: Dice): Caller =>
  pick(people, who + 1 + ((what + to) % (people.length - 1))).caller;

const url = '/role-management/roles';
const users = '/user-management/users';
const imports = '/user-management/users/import';
const { upload } = importsAt(imports);
const roleFrom = ({ to, rights: wanted }: Dice) => filledInOfARole(wanted, { level: pick(levels, to) });
const moveTo = (who: Caller, place: Place, { id }: Place) =>
  who.put(`/node-management/node/${place.id}/move`, { parentId: id });

/** What came of something that was tried: the answers, and whether it wrote nothing although nobody said no. */
type Tried = { readonly answers: readonly Answer[]; readonly idle?: boolean };

/** One thing that somebody tries through a door of the product; of two who do it at once the other one comes last. */
type Move = (ground: Ground, who: Caller, dice: Dice, other: Caller) => Promise<Answer | Tried>;

/** Waits until what somebody has begun in the background rests. */
async function rested({ onlooker }: Ground, begun: Answer, from: string): Promise<Tried> {
  if (begun.status !== 200) return { answers: [begun] };
  const { id } = begun.body.result as ImportRun;
  const { text } = await onlooker.get(`${from}/${id}`, { accept: 'text/event-stream' });
  const { created, updated, undone } = (toldLive(text).at(-1) as { result: ImportRun }).result;
  return { answers: [begun], idle: created + updated === undone };
}

/** Something that was begun, or that waits for it; now and then the doer's own, and one that nobody knows where there is none. */
function aRunOf(
  { runs }: Ground,
  who: Caller,
  { what, on }: Dice,
  begun: boolean,
): Pick<Ground['runs'][number], 'url' | 'id'> {
  const all = runs.filter((run) => run.begun === begun);
  const own = all.filter(({ by }) => by.person.id === who.person.id);
  const some = on || own.length === 0 ? all : own;
  return some.length > 0 ? pick(some, what) : { url: imports, id: who.person.id };
}

/** Some role, now and then the doer's own, which is the one they can give. */
const roleFor = ({ roles }: Ground, { person }: Caller, { what, to, on }: Dice) =>
  on || !person.roleId ? pick(roles, what + to) : person.roleId;

/** Another place, now and then one that the doer reaches. */
const placeFor = ({ places }: Ground, { person }: Caller, { to, on }: Dice) => {
  const reached = places.filter(({ tpath }) => tpath.startsWith(person.at.tpath));
  return pick(on ? places : reached, to);
};

/** A place that may lie above another one. */
const parentFor = (places: readonly Place[], { nodeType }: Place, at: number) => {
  const above = places.filter((place) => ranks[place.nodeType] > ranks[nodeType]);
  return pick(above.length > 0 ? above : places, at);
};

/** A file that puts somebody somewhere else, lets them in or not, perhaps with another e-mail; and makes somebody new. */
async function aFile(ground: Ground, who: Caller, numbers: Dice): Promise<string> {
  const { house, people } = ground;
  const { what, to, on } = numbers;
  const place = placeFor(ground, who, numbers);
  const [role] = await house.rows<{ name: string }>('select name from roles where id = $1', [
    roleFor(ground, who, numbers),
  ]);
  const [node] = await house.rows<{ code: string }>('select code from nodes where id = $1', [place.id]);
  const { userName } = pick(people, what + to).person;
  const standing = { roleName: role!.name, nodeCode: node!.code };
  const fresh = filledInOfAUser({ at: place, roleId: null });
  const { firstName, lastName, emailId, language, timeZone, country } = fresh;
  const someone = { userName: fresh.userName, firstName, lastName, emailId, language, timeZone, country, ...standing };
  const known = {
    userName,
    ...(on && standing),
    ...(what % 3 === 0 && { emailId: 'thief@mail.example' }),
    status: pick(['', 'enabled', 'disabled'], to),
  };
  return fileOf([someone, known]);
}

/** One right more than the role has, which is what somebody would try who is after just that. */
async function addRight({ roles }: Ground, who: Caller, numbers: Dice): Promise<Answer> {
  const id = pick(roles, numbers.what);
  const { status, body } = await who.get(`${url}/${id}`);
  const role = status === 200 ? body.result : roleFrom(numbers);
  const modules = [...role.modules, { shortName: 'om', accessRights: [{ shortName: pick(pool, numbers.to) }] }];
  return who.put(`${url}/${id}`, { ...role, modules });
}

const giveRole = (ground: Ground, who: Caller, numbers: Dice, more: object = {}) =>
  who.post(`${users}/${pick(ground.people, numbers.what).person.id}/assignments`, {
    roleId: roleFor(ground, who, numbers),
    nodeId: placeFor(ground, who, numbers).id,
    ...more,
  });

/** Everything that is tried, by name; what gives people roles, places or rights in another way belongs here too. */
export const moves = {
  async makeRole({ roles }, who, numbers) {
    const answer = await who.post(url, roleFrom(numbers));
    if (answer.status === 200) roles.push(answer.body.result.id as string);
    return answer;
  },
  /** As the form does it that begins with another role. */
  async copyRole({ roles }, who, numbers) {
    const seen = await who.get(`${url}/${pick(roles, numbers.what)}`);
    if (seen.status !== 200) return seen;
    const copy = { ...seen.body.result, name: roleFrom(numbers).name, unknownRights: null };
    const answer = await who.post(url, numbers.on ? copy : { ...copy, level: pick(levels, numbers.to) });
    if (answer.status === 200) roles.push(answer.body.result.id as string);
    return answer;
  },
  changeRole: ({ roles }, who, numbers) => who.put(`${url}/${pick(roles, numbers.what)}`, roleFrom(numbers)),
  addRight,
  switchRole: ({ roles }, who, { what, on }) => who.put(`${url}/${pick(roles, what)}/status`, { status: on }),
  // those made last are the likeliest that nobody holds
  removeRole: ({ roles }, who, { what, on }) => who.delete(`${url}/${pick(on ? roles : roles.slice(-4), what)}`),
  movePlace: ({ places }, who, { what, to }) =>
    moveTo(who, pick(places, what), parentFor(places, pick(places, what), to)),
  async movePlacesAtOnce({ places }, who, { what, to, on }, other) {
    // one place to two others, or two that may come to lie in one another
    const [first, second] = [pick(places, what), pick(places, on ? what : to)];
    const mine = moveTo(who, first, parentFor(places, first, to));
    return { answers: await Promise.all([mine, moveTo(other, second, parentFor(places, second, what + to + 1))]) };
  },
  makeUser: (ground, who, numbers) => {
    const at = pick(ground.places, numbers.to);
    return who.post(users, filledInOfAUser({ at, roleId: roleFor(ground, who, numbers) }));
  },
  /** Another place, another role, or both. */
  placeUser(ground, who, numbers) {
    const { id, userName } = pick(ground.people, numbers.what).person;
    const standing = {
      rootNodeId: placeFor(ground, who, numbers).id,
      ...(numbers.on && { userRole: [{ id: pick(ground.roles, numbers.to) }] }),
    };
    return who.put(`${users}/${id}`, { ...filledIn({ userName }), ...standing });
  },
  switchUser: ({ people }, who, { what, on }) =>
    who.put(`${users}/${pick(people, what).person.id}/status`, { status: on }),
  giveRole: (ground, who, numbers) => giveRole(ground, who, numbers),
  async lendRole(ground, who, numbers) {
    const [day] = await ground.house.rows<{ until: Date }>(`select clock() + interval '1 day' as until`);
    return giveRole(ground, who, numbers, { until: day!.until.toISOString() });
  },
  /** The day comes until which roles were given, as whoever looks at their own sessions sees. */
  async endLoans({ house, org }, who) {
    await house.rows(
      `update assignments set until = clock() - interval '1 second' where org_id = $1 and until > clock()`,
      [org.orgId],
    );
    return who.get('/user-management/sessions');
  },
  async takeRole({ people }, who, { what, to }) {
    const held = `${users}/${pick(people, what).person.id}/assignments`;
    const seen = await who.get(held);
    const further = (seen.status === 200 ? (seen.body.result as { id: string; first: boolean }[]) : []).filter(
      ({ first }) => !first,
    );
    return further.length > 0 ? who.delete(`${held}/${pick(further, to).id}`) : seen;
  },
  /** Goes on by another role of one's own. */
  async actByAnother({ house }, who, { to }) {
    const held = await house.rows<{ id: string }>('select id from assignments where user_id = $1', [who.person.id]);
    return who.put('/user-management/sessions/current', { assignmentId: pick(held, to).id });
  },
  /** Somebody is given a role while somebody else changes that very role. */
  async giveWhileChanged(ground, who, numbers, other) {
    const { what, to } = numbers;
    const role = { ...numbers, what: what + to };
    const given = { ...numbers, on: true };
    return { answers: await Promise.all([giveRole(ground, who, given), addRight(ground, other, role)]) };
  },
  async changeMany(ground, who, numbers) {
    const { what, to } = numbers;
    const action = pick(userBulkActions, what + to);
    const begun = await who.post(userBulkUrl, {
      action,
      ids: [what, what + 1, to].map((at) => pick(ground.people, at).person.id),
      ...(action === 'changeRole' && { roleId: roleFor(ground, who, numbers) }),
      ...(action === 'move' && { nodeId: placeFor(ground, who, numbers).id }),
    });
    if (begun.status === 200) ground.runs.push({ url: userBulkUrl, id: begun.body.result.id, by: who, begun: true });
    return rested(ground, begun, userBulkUrl);
  },
  /** A file that waits for somebody to start it. */
  async bringFile(ground, who, numbers) {
    const taken = await upload(who, await aFile(ground, who, numbers));
    if (taken.status === 200) ground.runs.push({ url: imports, id: taken.body.result.id, by: who, begun: false });
    return { ...(await rested(ground, taken, imports)), idle: false };
  },
  async startRun(ground, who, numbers) {
    const run = aRunOf(ground, who, numbers, false);
    const answer = await who.put(`${run.url}/${run.id}/start`);
    if (answer.status === 200) for (const one of ground.runs) if (one.id === run.id) one.begun = true;
    return rested(ground, answer, run.url);
  },
  async undoRun(ground, who, numbers) {
    const run = aRunOf(ground, who, numbers, true);
    const { answers } = await rested(ground, await who.put(`${run.url}/${run.id}/undo`), run.url);
    return { answers };
  },
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

/** What two do at once. */
export const together: readonly MoveName[] = ['movePlacesAtOnce', 'giveWhileChanged'];

/** What takes a place somewhere else. */
export const placeMoves: readonly MoveName[] = ['movePlace', 'movePlacesAtOnce'];

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aNode, anOrganisation, aUser, type Caller, type Place, signedIn } from './builders.ts';
import { aServer } from './server.ts';
import { type Knowledge, type Mode, saidAt, standing, wayTo } from './setting-model.ts';

// more walks, another beginning, or the very walk that failed: from outside
const walks = Number(process.env['SETTING_WALKS'] ?? 25);
const seed = process.env['SETTING_SEED'] === undefined ? {} : { seed: Number(process.env['SETTING_SEED']) };
const longest = Number(process.env['SETTING_SECONDS'] ?? 45);

const house = await aServer();
let grown = 0;

const sections = { autoLogoutDuration: 'nodeConfig', displayName: 'ebasketDisplay' } as const;
type Field = keyof typeof sections;
const fields = Object.keys(sections) as Field[];
const values: Record<Field, readonly string[]> = {
  autoLogoutDuration: ['00:05:00', '00:10:00', '00:20:00', '01:00:00'],
  displayName: ['Basket A', 'Basket B', 'Basket C'],
};

const step = fc.record({
  what: fc.constantFrom(
    'set',
    'set',
    'set',
    'set',
    'bind',
    'bind',
    'inherit',
    'plan',
    'withdraw',
    'back',
    'move',
    'wait',
  ),
  field: fc.constantFrom(...fields),
  place: fc.nat(11),
  other: fc.nat(11),
  value: fc.nat(3),
  mode: fc.constantFrom<Mode>('locked', 'tighten'),
  hours: fc.integer({ min: 1, max: 9 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type Ground = {
  readonly places: readonly Place[];
  readonly known: Knowledge;
  admin: Caller;
  order: number;
  ahead: number;
};

const tally = new Map<string, number>();
const counted = (what: string) => tally.get(what) ?? 0;
const note = (what: string) => void tally.set(what, counted(what) + 1);
const toBeMet = ['set', 'setting.locked', 'setting.looser', 'plan', 'withdraw', 'back', 'move', 'wait'];

test(
  'what counts at any place, at any moment, and whatever was changed, planned, locked, moved or put back, is what an independent model says',
  { timeout: (longest + 60) * 1000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 18 }), async (steps) => {
        // some refusals are seldom met, so there are more walks where one was not yet
        if (counted('walk') >= walks && toBeMet.every(counted)) return;
        const ground = await grow();
        for (const one of steps) await take(ground, one);
        await compare(ground);
        note('walk');
      }),
      {
        numRuns: 3 * walks,
        endOnFailure: longest > 100,
        plugins: [fc.interruptAfterTimeLimit(longest * 1000)],
        ...seed,
      },
    );
    await house.clockAhead('0');
    // a walk that was cut short on a busy machine has not met everything
    if (counted('walk') < 15) return;
    expect(toBeMet.filter((what) => !counted(what))).toEqual([]);
  },
);

async function grow(): Promise<Ground> {
  await house.clockAhead('0');
  const org = await anOrganisation(house, { word: `ground${(grown += 1)}` });
  const places = [org];
  for (const [nodeType, above] of [
    ['COMPANY', 0],
    ['COMPANY', 0],
    ['TRADING_REGION', 1],
    ['TRADING_REGION', 2],
    ['STORE_GROUP', 3],
    ['STORE_GROUP', 4],
    ['SUB_STORE_GROUP', 5],
    ['STORE', 7],
    ['STORE', 5],
    ['STORE', 3],
    ['STORE', 4],
  ] as const)
    places.push(await aNode(house, { parent: places[above]!, nodeType }));
  const parents = new Map(places.map(({ id, parent }) => [id, parent?.id]));
  const admin = await signedIn(house, await aUser(house, { at: org }));
  return { places, known: { parents, statements: [] }, admin, order: 0, ahead: 0 };
}

const url = (place: string, field: Field, more = '') =>
  `/node-management/node/${place}/settings/${sections[field]}${more}`;
const clock = async (ahead = 0) =>
  (
    await house.rows<{ at: string }>(
      `select to_char(clock() + make_interval(hours => $1), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
      [ahead],
    )
  )[0]!.at;

/** What the newest line of the history says, as the model keeps it. */
async function remember(ground: Ground, place: string, field: Field, said: { value: string | null; mode: Mode }) {
  const { body } = await ground.admin.get(url(place, field, '/history?size=5'));
  const { id: change, from } = body.result[0];
  ground.known.statements.push({ place, field, from: Date.parse(from), order: (ground.order += 1), change, ...said });
}

async function take(ground: Ground, { what, field, place, other, value, mode, hours }: Step): Promise<void> {
  const { admin, known, places } = ground;
  // what binds stands rather high, or it would bind nobody
  const { id } = places[what === 'bind' ? place % 5 : place]!;
  const now = Date.parse(await clock());
  const lowest = what === 'bind' ? 2 : values[field].length;
  const chosen = values[field][value % lowest]!;
  const { own, fault } = standing(known, id, field, now);
  if (what === 'set' || what === 'bind' || what === 'plan') {
    const bound = what === 'bind' ? (field === 'displayName' ? 'locked' : mode) : 'free';
    const startsAt = what === 'plan' ? (await clock(hours)).slice(0, 16) : null;
    const then = startsAt ? standing(known, id, field, Date.parse(`${startsAt}:00Z`)) : { own, fault };
    const refused = then.fault(chosen);
    const answer = await admin.put(url(id, field), {
      fields: { [field]: { value: chosen, mode: bound } },
      startsAt,
    });
    expect([what, answer.status, answer.body.messageCode]).toEqual([what, refused ? 409 : 200, refused]);
    note(refused ?? what);
    if (!refused && (then.own?.value !== chosen || then.own.mode !== bound))
      await remember(ground, id, field, { value: chosen, mode: bound });
  }
  if (what === 'inherit') {
    expect((await admin.put(url(id, field), { fields: { [field]: null } })).status).toBe(200);
    if (own) await remember(ground, id, field, { value: null, mode: 'free' });
  }
  if (what === 'withdraw') {
    const waiting = known.statements.filter((one) => one.from > now);
    const planned = waiting[other % Math.max(1, waiting.length)];
    if (!planned) return;
    const answer = await admin.delete(url(planned.place, planned.field as Field, `/changes/${planned.change}`));
    expect(answer.status).toBe(200);
    known.statements = known.statements.filter(({ change }) => change !== planned.change);
    note(what);
  }
  if (what === 'back') {
    const before = known.statements.filter((one) => one.from <= now);
    const moment = before[other % Math.max(1, before.length)];
    if (!moment) return;
    const then = saidAt(known, id, field, moment.from);
    const refused = then && fault(then.value!);
    const answer = await admin.post(url(id, field, '/rollback'), {
      at: new Date(moment.from).toISOString(),
      fields: [field],
    });
    expect([answer.status, answer.body.messageCode]).toEqual(refused ? [409, refused] : [200, undefined]);
    if (refused) return;
    note(what);
    const said = { value: then?.value ?? null, mode: then?.mode ?? ('free' as const) };
    if ((own?.value ?? null) !== said.value || (own && own.mode !== said.mode)) await remember(ground, id, field, said);
  }
  if (what === 'move') {
    const answer = await admin.put(`/node-management/node/${id}/move`, { parentId: places[other]!.id });
    if (answer.status !== 200) return;
    known.parents.set(id, places[other]!.id);
    note(what);
  }
  if (what === 'wait') {
    ground.ahead += hours;
    await house.clockAhead(`${ground.ahead} hours`);
    ground.admin = await signedIn(house, admin.person);
    note(what);
  }
}

/** Compares every place and field, now and at every moment at which anything began, before it and long after. */
async function compare({ admin, known, places }: Ground): Promise<void> {
  const now = Date.parse(await clock());
  const moments = [...new Set(known.statements.map(({ from }) => from))].sort((one, other) => one - other);
  const others = [Date.parse('2026-01-01'), ...moments, now + 20 * 3_600_000];
  for (const [turn, { id }] of places.entries())
    for (const field of fields) {
      // each place is asked about now and about two other moments, one after another
      for (const at of [now, others[turn % others.length]!, others[(turn * 5 + 2) % others.length]!]) {
        const { counting, own, ownCounts } = standing(known, id, field, at);
        const { body } = await admin.get(url(id, field, at === now ? '' : `?at=${new Date(at).toISOString()}`));
        const told = body.result.fields[field];
        expect({
          at,
          value: told.value,
          from: told.source?.id,
          own: told.own && [told.own.value, told.own.mode, told.own.inForce],
        }).toEqual({
          at,
          value: counting?.value ?? null,
          from: counting?.place,
          own: own ? [own.value, own.mode, ownCounts] : null,
        });
      }
    }
  for (const { id } of places.slice(0, 3)) await compareReach({ admin, known, places }, id, now);
}

/** Compares what the radar counts below a place with what can be counted by looking at each. */
async function compareReach(
  { admin, known, places }: Pick<Ground, 'admin' | 'known' | 'places'>,
  top: string,
  now: number,
) {
  const { body } = await admin.get(`/node-management/node/${top}/radar`);
  const below = places.filter(({ id }) => id !== top && wayTo(known, id).includes(top));
  for (const field of fields) {
    const own = below.filter(({ id }) => saidAt(known, id, field, now));
    const apart = below.filter(({ id, nodeType }) => {
      const from = standing(known, id, field, now).counting?.place;
      return nodeType === 'STORE' && from !== undefined && below.some((place) => place.id === from);
    });
    const told = body.result.fields.find((one: { field: string }) => one.field === field);
    expect({ field, own: told.own, overruled: told.overruled, storesApart: told.storesApart }).toEqual({
      field,
      own: own.length,
      overruled: own.filter(({ id }) => !standing(known, id, field, now).ownCounts).length,
      storesApart: apart.length,
    });
  }
}

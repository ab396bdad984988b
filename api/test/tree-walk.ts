import fc from 'fast-check';
import { newId } from '../src/platform/ids.ts';
import type { Answer } from './answer.ts';
import type { Caller } from './builders.ts';
import { filledInOfAPlace } from './doors.ts';
import {
  fits,
  inside,
  kinds,
  making,
  type Model,
  moving,
  removing,
  shut,
  type Spot,
  switching,
  type Verdict,
  walling,
  type Watcher,
} from './tree-model.ts';
import { word } from './tree-sight.ts';

/** Somebody of a walk: as the model knows them, and as the product does. */
export type Walker = Watcher & { readonly caller: Caller };

/** What a walk goes over: the places, those who change them, and where everybody works. */
export type Ground = {
  readonly model: Model;
  readonly walkers: readonly Walker[];
  readonly people: readonly { id: string; at: string }[];
};

const any = fc.nat(9999);
const regions = fc.subarray(['CHINA', 'REST_OF_WORLD']);
// most of them by somebody who may, about a place of their own area
const sound = fc.integer({ min: 0, max: 3 }).map((number) => number > 0);
const step = <D extends string, M>(name: D, more: M) => ({
  do: fc.constant(name),
  who: any,
  what: any,
  sound,
  ...more,
});

/** One change that somebody tries; the numbers choose among whoever and whatever there is by then. */
export const steps = fc.oneof(
  { weight: 6, arbitrary: fc.record(step('move', { to: any })) },
  { weight: 3, arbitrary: fc.record(step('race', { other: any })) },
  { weight: 4, arbitrary: fc.record(step('switch', { open: fc.boolean() })) },
  { weight: 3, arbitrary: fc.record(step('wall', { regions })) },
  { weight: 1, arbitrary: fc.record(step('make', { kind: fc.constantFrom(...kinds) })) },
  { weight: 1, arbitrary: fc.record(step('remove', {})) },
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** How a walk's ground is to look: how many places, each below a random other, and where the walkers stand. */
export const grounds = fc.record({
  places: fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      below: any,
      open: fc.integer({ min: 0, max: 9 }),
      regions: fc.option(regions, { freq: 4 }),
    }),
    { minLength: 12, maxLength: 40 },
  ),
  watchers: fc.array(fc.record({ at: any, host: any, looksOnly: fc.integer({ min: 0, max: 4 }) }), {
    minLength: 4,
    maxLength: 6,
  }),
  hosts: fc.constantFrom(['localhost'], ['localhost', 'cn'], ['localhost', 'cn'], ['cn']),
});
export type GroundWish = typeof grounds extends fc.Arbitrary<infer T> ? T : never;

/** How often each answer was given, so that a walk that never gets anywhere is noticed. */
export type Tally = Map<string, number>;

const address = '/node-management/node';
const pick = <T>(from: readonly T[], at: number): T => from[at % from.length]!;

/** Who takes a step: anybody; or, where a sound one is meant, somebody who may change. */
function doerOf({ model, walkers }: Ground, { who, sound: may }: Pick<Step, 'who' | 'sound'>): Walker {
  const able = walkers.filter(({ mayChange, area }) => mayChange && !shut(model, area));
  return pick(may && able.length > 0 ? able : walkers, who);
}

/** Tries one change and holds the answer against the model; whatever was done is done in the model too. Answers who tried. */
export async function take(ground: Ground, taken: Step, tally: Tally): Promise<Walker> {
  const { model, people } = ground;
  const who = doerOf(ground, taken);
  const near = [...model.values()].filter(({ id }) => !taken.sound || inside(model, id, who.area));
  const note = (answer: Answer, verdict: Verdict) => {
    judge(`${taken.do} by ${who.id}`, answer, verdict);
    count(tally, `${taken.do} ${verdict[1] ?? 'done'}`);
    return verdict[0] === 200;
  };
  if (taken.do === 'race') return (await race(ground, taken, tally)) ?? who;
  if (taken.do === 'make') {
    const parent = pick(near, taken.what);
    const made = { name: `${word} ${newId().slice(-8)}`, code: newId().slice(-12) };
    const body = { ...filledInOfAPlace, ...made, nodeType: taken.kind, parentId: parent.id };
    const answer = await who.caller.post(address, body);
    if (!note(answer, making(model, who, taken.kind, parent.id))) return who;
    const id = answer.body.result.nodeId as string;
    model.set(id, { ...made, id, kind: taken.kind, up: parent.id, open: true, regions: [] });
    return who;
  }
  if (taken.do === 'move') {
    const [what, to] = movable(near, taken);
    const verdict = moving(model, who, what.id, to.id);
    const preview = await who.caller.get(`${address}/${what.id}/move?parentId=${to.id}`);
    judge('looking at a move', preview, verdict);
    const along = [...model.keys()].filter((id) => inside(model, id, what.id)).length;
    if (verdict[0] === 200 && preview.body.result.placeCount !== along)
      throw new Error(`${preview.body.result.placeCount} places go along instead of ${along}`);
    if (note(await who.caller.put(`${address}/${what.id}/move`, { parentId: to.id }), verdict)) what.up = to.id;
    return who;
  }
  const what = pick(near, taken.what);
  if (taken.do === 'switch') {
    const answer = await who.caller.put(`${address}/${what.id}/status`, { status: taken.open });
    if (note(answer, switching(model, who, what.id))) what.open = taken.open;
  } else if (what.up === null) {
    return who; // organisations have doors of their own
  } else if (taken.do === 'wall') {
    const { name, code } = what;
    const body = { ...filledInOfAPlace, name, code, region: taken.regions };
    const answer = await who.caller.put(`${address}/${what.id}`, body);
    if (note(answer, walling(model, who, what.id, taken.regions))) what.regions = taken.regions;
  } else {
    const answer = await who.caller.delete(`${address}/${what.id}/delete`);
    if (note(answer, removing(model, who, what.id, people))) model.delete(what.id);
  }
  return who;
}

/** Two places to move; where a sound move is meant, two that fit together, if there are such. */
function movable(near: readonly Spot[], { what, to, sound: fitting }: { what: number; to: number; sound: boolean }) {
  const some = near.filter(({ kind }) => near.some((parent) => fits(kind, parent.kind)));
  if (!fitting || some.length === 0) return [pick(near, what), pick(near, to)] as const;
  const moved = pick(some, what);
  return [
    moved,
    pick(
      near.filter(({ kind }) => fits(moved.kind, kind)),
      to,
    ),
  ] as const;
}

/** Two people move the same place at once, both from what they saw before: one of them wins, the other is refused by name. */
async function race(
  { model, walkers }: Ground,
  taken: Step & { other: number },
  tally: Tally,
): Promise<Walker | undefined> {
  const spots = [...model.values()];
  const all = walkers.flatMap((who) =>
    spots.flatMap((what) =>
      spots
        .filter((to) => to.id !== what.up && moving(model, who, what.id, to.id)[0] === 200)
        .map((to) => ({ who, what, to })),
    ),
  );
  if (all.length === 0) return undefined;
  const one = pick(all, taken.what);
  const sameOne = all.filter(({ what }) => what === one.what);
  const others = sameOne.filter(({ who }) => who !== one.who);
  const other = pick(others.length > 0 ? others : sameOne, taken.other);
  const seen = await one.who.caller.get(`${address}/${one.what.id}`);
  const version = seen.body.result.version as number;
  const both = [one, other];
  const answers = await Promise.all(
    both.map(({ who, what, to }) => who.caller.put(`${address}/${what.id}/move`, { parentId: to.id, version })),
  );
  const winner = answers.findIndex(({ status }) => status === 200);
  const [won, lost] = [both[winner], both[1 - winner]];
  if (!won || !lost) throw new Error(`nobody won: ${answers.map(({ text }) => text).join(' ')}`);
  won.what.up = won.to.id;
  // whoever had the place moved out of their reach meanwhile no longer knows of it
  const reached = [lost.what.id, lost.to.id].every((id) => inside(model, id, lost.who.area));
  judge('the slower of two moves', answers[1 - winner]!, reached ? [412, 'record.stale'] : [404, 'node.unknown']);
  count(tally, one.who === other.who ? 'race with oneself' : 'race');
  return won.who;
}

const count = (tally: Tally, name: string) => tally.set(name, (tally.get(name) ?? 0) + 1);

function judge(what: string, { status, body, text }: Answer, [wanted, name]: Verdict): void {
  if (status !== wanted || (name !== undefined && body.messageCode !== name))
    throw new Error(`${what} answers ${status} instead of ${wanted} ${name ?? ''}: ${text.slice(0, 300)}`);
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NodeType } from '@storeward/contract/access';
import { aNode, anOrganisation, aUser, everyRight, insert, type Place, signedIn } from './builders.ts';
import { aServer } from './server.ts';
import { fits, foreseen, inside, type Model, type Sight } from './tree-model.ts';
import { sightOf, word } from './tree-sight.ts';
import { type Ground, grounds, type GroundWish, steps, take, type Tally, type Walker } from './tree-walk.ts';

// more walks, another beginning, or the very walk that failed: from outside
const walks = Number(process.env['TREE_WALKS'] ?? 8);
const seed = process.env['TREE_SEED'] === undefined ? {} : { seed: Number(process.env['TREE_SEED']) };
const longest = Number(process.env['TREE_SECONDS'] ?? 40);
const shrinks = longest < 100;

const house = await aServer();
const stores = ['STORE', 'STORE_GROUP'];
// no tree is so bare that nothing in it can be moved
const trunk = ['COMPANY', 'TRADING_REGION', 'COMPANY', 'TRADING_REGION', 'STORE_GROUP', 'STORE'].map((kind, below) => ({
  kind,
  below,
  regions: null,
}));
let grown = 0;

test(
  'everybody sees by every door what the model of the tree says, whoever moves, closes or walls in what',
  { timeout: (longest + 60) * 1000 },
  async () => {
    const tally: Tally = new Map();
    const met = (part: string) => [...tally.keys()].some((name) => name.startsWith(part));
    const toBeMet = ['move done', 'race', 'switch done', 'wall done', 'move node.'];
    let walked = 0;
    await fc.assert(
      fc.asyncProperty(grounds, fc.array(steps, { minLength: 8, maxLength: 12 }), async (wish, taken) => {
        // some things seldom come through, so there are more walks where one was not met yet
        if (walked >= walks && toBeMet.every(met)) return;
        const ground = await grow(wish);
        const held = await heldBy(ground);
        let seen = await everybodyLooks(ground, []);
        for (const step of taken) {
          const before = new Map(ground.walkers.map((walker) => [walker.id, reachedBy(ground, walker)]));
          const known = new Set(ground.model.keys());
          const doer = await take(ground, step, tally);
          const now = await everybodyLooks(ground, [step.who, step.what]);
          // whatever somebody does to the tree, they come to reach no place and no person by it but what they made
          for (const id of reachedBy(ground, doer)) if (known.has(id)) expect(before.get(doer.id)).toContain(id);
          for (const id of now.get(doer.id)?.people ?? []) expect(seen.get(doer.id)?.people).toContain(id);
          seen = now;
        }
        expect(await astray(ground)).toEqual([]);
        expect(await heldBy(ground)).toEqual(held);
        walked += 1;
      }),
      { numRuns: 3 * walks, endOnFailure: !shrinks, plugins: [fc.interruptAfterTimeLimit(longest * 1000)], ...seed },
    );
    if (walked >= 8) expect(toBeMet.filter((part) => !met(part))).toEqual([]);
  },
);

/** Everybody looks through every door, and has to see what the model says. */
async function everybodyLooks(
  { model, walkers, people }: Ground,
  numbers: readonly number[],
): Promise<Map<string, Sight>> {
  const places = [...model.keys()];
  const ids = [...new Set([3, ...numbers].map((number) => places[number % places.length]!))];
  const sights = new Map<string, Sight>();
  for (const walker of walkers) {
    const looked = { kinds: stores, ids };
    const [seen, wanted] = [await sightOf(walker.caller, looked), foreseen(model, walker, looked, people)];
    expect({ who: walker.id, at: walker.host, ...seen }).toEqual({ who: walker.id, at: walker.host, ...wanted });
    if (seen) sights.set(walker.id, seen);
  }
  return sights;
}

type Grown = { readonly model: Model; readonly walkers: Walker[]; readonly people: { id: string; at: string }[] };

const reachedBy = ({ model }: Ground, { area }: Walker) => [...model.keys()].filter((id) => inside(model, id, area));

/** Grows an organisation as wished, with people in it and portals that show different regions; and a neighbour, whom none of it concerns. */
async function grow({ places, watchers, hosts }: GroundWish): Promise<Ground> {
  const ground: Grown = { model: new Map(), walkers: [], people: [] };
  const [org, neighbour] = [await planted(ground, hosts), await planted(ground, ['localhost'])];
  const spots = [org];
  for (const { kind, below, regions } of [...trunk, ...places]) {
    const parents = spots.filter(({ nodeType }) => fits(kind, nodeType));
    if (parents.length > 0)
      spots.push(await plant(ground, parents[below % parents.length]!, kind as NodeType, regions ?? []));
  }
  const company = await plant(ground, neighbour, 'COMPANY', []);
  await enter(ground, company, { hosts: ['localhost'], mayChange: true });
  for (const [index, { at, host, looksOnly }] of watchers.entries()) {
    const standing = index === 0 ? org : spots[at % spots.length]!;
    const ownFirst = [...hosts.slice(host % hosts.length), ...hosts.slice(0, host % hosts.length)];
    await enter(ground, standing, { hosts: ownFirst, mayChange: looksOnly > 0 });
  }
  for (const { below } of places.slice(0, 3)) {
    const at = spots[below % spots.length]!;
    ground.people.push({ id: (await aUser(house, { at, rights: null })).id, at: at.id });
  }
  for (const [index, { open }] of places.entries()) {
    const spot = open === 0 ? ground.model.get(spots[index + 1]?.id ?? '') : undefined;
    if (!spot) continue;
    spot.open = false;
    await house.rows('update nodes set status = false where id = $1', [spot.id]);
  }
  return ground;
}

async function planted({ model }: Ground, hosts: readonly string[]): Promise<Place> {
  const org = await anOrganisation(house, { word: `forest${(grown += 1)}`, name: `${word} ${grown}` });
  await house.rows('delete from portal_hosts where org_id = $1', [org.id]);
  for (const [index, ending] of hosts.entries())
    await insert(house, 'portal_hosts', { host: hostOf(org, ending), org_id: org.id, is_url: index === 0 });
  model.set(org.id, { id: org.id, kind: org.nodeType, name: org.name, code: '', up: null, open: true, regions: [] });
  return org;
}

const hostOf = ({ host }: Place, ending: string) => host.replace(/localhost$/, ending);

async function plant({ model }: Ground, parent: Place, nodeType: NodeType, region: readonly string[]): Promise<Place> {
  const code = `W${(grown += 1)}`;
  const place = await aNode(house, { parent, nodeType, name: `${word} ${grown}`, code, region });
  const { id, name } = place;
  model.set(id, { id, kind: nodeType, name, code, up: parent.id, open: true, regions: region });
  return place;
}

async function enter(
  { walkers, people }: Grown,
  at: Place,
  { hosts, mayChange }: { hosts: readonly string[]; mayChange: boolean },
): Promise<void> {
  const rights = mayChange ? everyRight : ['list_node_structure', 'view_node', 'list_users'];
  const person = { ...(await aUser(house, { at, rights })), host: hostOf(at, hosts[0]!) };
  const caller = await signedIn(house, person);
  people.push({ id: person.id, at: at.id });
  walkers.push({
    id: person.id,
    area: at.id,
    host: person.host,
    hosts: hosts.map((ending) => hostOf(at, ending)),
    mayChange,
    caller,
  });
}

/** Places whose stored path is not that of the place above them and a label; there are none. */
const astray = ({ model }: Ground) =>
  house.rows(
    `select c.id from nodes c left join nodes p on p.org_id = c.org_id and p.id = c.parent_id
      where c.org_id = any($1) and c.tpath !~ ('^' || coalesce(p.tpath, '') || '[0-9a-z]+[.]$')`,
    [[...model.values()].filter(({ up }) => up === null).map(({ id }) => id)],
  );

/** Who holds which role where: no change of the tree touches it. */
const heldBy = ({ people }: Ground) =>
  house.rows(
    `select u.id, u.node_id, a.role_id, a.node_id as at, n.tpath = u.tpath and a.tpath = u.tpath is not false as follows
       from users u join nodes n on n.org_id = u.org_id and n.id = u.node_id left join assignments a on a.org_id = u.org_id and a.user_id = u.id
      where u.id = any($1) order by u.id`,
    [people.map(({ id }) => id)],
  );

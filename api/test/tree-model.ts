/** A place as the model knows it: what it is, below which other it stands, and who may see it. */
export type Spot = {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly code: string;
  up: string | null;
  open: boolean;
  regions: readonly string[];
};

/** All places there are, by id. Nothing here is taken from the product: whoever reads it can check it by hand. */
export type Model = Map<string, Spot>;

/** Somebody who looks and changes, as the model knows them. */
export type Watcher = {
  readonly id: string;
  readonly area: string;
  readonly host: string;
  /** The portals of their organisation. */
  readonly hosts: readonly string[];
  readonly mayChange: boolean;
};

/** What the model says of a change: the status, and the name of the refusal if it is one. */
export type Verdict = readonly [number, string?];

/** Below which kinds each kind may stand. */
const standsBelow: Readonly<Record<string, readonly string[]>> = {
  COMPANY: ['ORGANIZATION'],
  TRADING_REGION: ['COMPANY'],
  STORE_GROUP: ['TRADING_REGION'],
  SUB_STORE_GROUP: ['STORE_GROUP'],
  STORE: ['TRADING_REGION', 'STORE_GROUP', 'SUB_STORE_GROUP'],
};

/** The kinds that may be made or moved, from the top down. */
export const kinds: readonly string[] = Object.keys(standsBelow);

/** Whether one kind may stand right below another. */
export const fits = (kind: string, parent: string): boolean => standsBelow[kind]?.includes(parent) === true;

/** A place and all above it, the place first. */
function lineOf(model: Model, id: string): Spot[] {
  const spot = model.get(id);
  if (!spot) return [];
  return spot.up === null ? [spot] : [spot, ...lineOf(model, spot.up)];
}

/** Whether a place is another one or stands somewhere below it. */
export const inside = (model: Model, id: string, area: string): boolean =>
  lineOf(model, id).some((spot) => spot.id === area);

/** Whether a place is closed, itself or by one above it. */
export const shut = (model: Model, id: string): boolean => lineOf(model, id).some(({ open }) => !open);

const hides = (host: string, regions: readonly string[]) =>
  regions.length === 1 && regions[0] === (host.endsWith('.cn') ? 'REST_OF_WORLD' : 'CHINA');

/** Whether a portal leaves out a place, itself or with one above it. */
const walled = (model: Model, id: string, host: string): boolean =>
  lineOf(model, id).some(({ regions }) => hides(host, regions));

/** Who may change at all, and what they reach: the first things that are asked. */
function admitted(model: Model, who: Watcher, ids: readonly string[]): Verdict | undefined {
  if (shut(model, who.area)) return [401, 'session.expired'];
  if (!who.mayChange) return [403, 'access.denied'];
  return ids.every((id) => inside(model, id, who.area)) ? undefined : [404, 'node.unknown'];
}

const ownOrTop = (model: Model, who: Watcher, id: string) => id === who.area || model.get(id)?.up === null;

/** What a move has to answer. */
export function moving(model: Model, who: Watcher, id: string, to: string): Verdict {
  const [spot, parent] = [model.get(id), model.get(to)];
  const refused = admitted(model, who, [id, to]);
  if (refused) return refused;
  if (ownOrTop(model, who, id)) return [409, 'node.ownPlace'];
  if (inside(model, to, id)) return [409, 'node.intoItself'];
  return spot && parent && fits(spot.kind, parent.kind) ? [200] : [409, 'node.wrongParent'];
}

/** What opening or closing has to answer. */
export const switching = (model: Model, who: Watcher, id: string): Verdict =>
  admitted(model, who, [id]) ?? (ownOrTop(model, who, id) ? [409, 'node.ownPlace'] : [200]);

/** What giving a place other regions has to answer. */
export function walling(model: Model, who: Watcher, id: string, regions: readonly string[]): Verdict {
  const refused = admitted(model, who, [id]);
  if (refused) return refused;
  if (id === who.area && hides(who.host, regions)) return [409, 'node.hidesYourself'];
  return who.hosts.every((host) => hides(host, regions)) ? [409, 'node.hiddenEverywhere'] : [200];
}

/** What making a place has to answer. */
export function making(model: Model, who: Watcher, kind: string, to: string): Verdict {
  const refused = admitted(model, who, [to]);
  if (refused) return refused;
  return fits(kind, model.get(to)?.kind ?? '') ? [200] : [409, 'node.wrongParent'];
}

/** What taking a place away has to answer, given where people work. */
export function removing(model: Model, who: Watcher, id: string, people: readonly { at: string }[]): Verdict {
  const refused = admitted(model, who, [id]);
  if (refused) return refused;
  if (ownOrTop(model, who, id)) return [409, 'node.ownPlace'];
  const full = childrenOf(model, id).length > 0 || people.some(({ at }) => at === id);
  return full ? [409, 'node.notEmpty'] : [200];
}

const childrenOf = (model: Model, id: string) => [...model.values()].filter(({ up }) => up === id);

/** What somebody sees of a place in a list. */
export type SeenRow = { id: string; up: string | null; open: boolean; below: number; stores: number };

/** All that somebody sees at one moment, by each way of looking; nothing where they are shut out. */
export type Sight = {
  readonly tree: readonly SeenRow[];
  readonly found: readonly string[];
  readonly choosable: readonly string[];
  readonly openBelow: readonly string[];
  readonly people: readonly string[];
  /** Each place that was asked for by id, with those above it from the top, or nothing. */
  readonly told: readonly (readonly [string, readonly string[] | undefined])[];
};

/** What one looks for at one moment: kinds to choose from, and places to ask for by id. */
export type Looked = { readonly kinds: readonly string[]; readonly ids: readonly string[] };

/** What somebody has to see, foreseen from the model alone. */
export function foreseen(
  model: Model,
  who: Watcher,
  { kinds: wanted, ids }: Looked,
  everybody: readonly { id: string; at: string }[],
): Sight | undefined {
  if (shut(model, who.area)) return undefined;
  const shown = [...model.values()].filter(({ id }) => inside(model, id, who.area) && !walled(model, id, who.host));
  const own = model.get(who.area);
  const tree = own && !shown.includes(own) ? [own, ...shown] : shown;
  const idsOf = (spots: readonly Spot[]) => spots.map(({ id }) => id).sort();
  return {
    tree: inOrder(
      tree.map(({ id, up, open }) => ({
        id,
        up,
        open,
        below: shown.filter((spot) => spot.up === id).length,
        stores: shown.filter((spot) => spot.kind === 'STORE' && inside(model, spot.id, id)).length,
      })),
    ),
    found: idsOf(shown),
    choosable: idsOf(shown.filter(({ id, kind }) => wanted.includes(kind) && !shut(model, id))),
    openBelow: idsOf(shown.filter(({ up, open }) => up === who.area && open)),
    people: everybody
      .filter(({ at }) => inside(model, at, who.area))
      .map(({ id }) => id)
      .sort(),
    told: ids.map((id) => [id, inside(model, id, who.area) ? wayTo(model, id) : undefined]),
  };
}

const wayTo = (model: Model, id: string) =>
  lineOf(model, id)
    .slice(1)
    .map((spot) => spot.id)
    .reverse();

/** Rows in an order that does not depend on who made them. */
export const inOrder = (rows: readonly SeenRow[]): SeenRow[] => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

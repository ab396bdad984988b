import type { NodeType } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import type { Random } from './random.ts';
import type { RowOf } from './rows.ts';

/** A place as it is written into the database. */
export type Place = RowOf<'nodes'>;

/** What one says of a place; the rest follows from where it stands. */
export type PlaceInput = {
  readonly type: NodeType;
  readonly name: string;
  readonly code: string;
  readonly country?: string;
  readonly timeZone?: string;
  readonly region?: readonly ('CHINA' | 'REST_OF_WORLD')[];
  readonly address?: {
    readonly street: string;
    readonly city: string;
    readonly state: string;
    readonly postCode: string;
  };
  readonly status?: boolean;
};

/** Gives out the labels that paths are made of, each once, as the database's own function does. */
export type Labels = { next(): string; readonly given: number };

/** Starts giving out labels. */
export function labelsFromOne(): Labels {
  let given = 0;
  return {
    next: () => (given += 1).toString(36),
    get given() {
      return given;
    },
  };
}

/** An organisation's tree of places while it grows, parents before their children. */
export type Tree = {
  readonly root: Place;
  readonly places: readonly Place[];
  add(parent: Place, input: PlaceInput): Place;
};

/** Plants a tree: the root is its own organisation. Every place is dated a second after the one before it. */
export function plantTree(
  root: PlaceInput,
  { random, labels, from }: { random: Random; labels: Labels; from: number },
): Tree {
  const places: Place[] = [];
  const place = (input: PlaceInput, parent?: Place): Place => {
    const moment = from + places.length * 1000;
    const id = random.id(moment);
    const date = new Date(moment).toISOString();
    const made: Place = {
      id,
      org_id: parent?.org_id ?? id,
      parent_id: parent?.id ?? null,
      tpath: `${parent?.tpath ?? ''}${labels.next()}.`,
      node_type: input.type,
      name: input.name,
      name_norm: normalised(input.name),
      code: input.code,
      code_norm: normalised(input.code),
      search_text: normalised(`${input.name} ${input.code}`),
      status: input.status ?? true,
      region: [...(input.region ?? [])],
      street: input.address?.street ?? null,
      city: input.address?.city ?? null,
      state: input.address?.state ?? null,
      post_code: input.address?.postCode ?? null,
      country: input.country ?? parent?.country ?? null,
      time_zone: input.timeZone ?? parent?.time_zone ?? null,
      created_date: date,
      updated_date: date,
    };
    places.push(made);
    return made;
  };
  return { root: place(root), places, add: (parent, input) => place(input, parent) };
}

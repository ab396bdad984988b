import type { NodeType } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import { searchText } from '@storeward/contract/search';
import type { Random } from './random.ts';
import type { RowOf } from './rows.ts';

/** A row of the nodes table. */
export type SeedNode = RowOf<'nodes'>;

/** Input for a node; everything else is derived from its parent. */
export type NodeInput = {
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
  /** Latitude and longitude in decimal degrees. */
  readonly coordinates?: readonly [number, number];
  readonly status?: boolean;
};

/** Generates the unique labels of tree paths, as the database function node_label does. */
export type Labels = { next(): string; readonly given: number };

/** Creates a label generator that starts at one. */
export function createLabels(): Labels {
  let given = 0;
  return {
    next: () => (given += 1).toString(36),
    get given() {
      return given;
    },
  };
}

/** The tree of an organisation under construction, parents before their children. */
export type Tree = {
  readonly root: SeedNode;
  readonly nodes: readonly SeedNode[];
  add(parent: SeedNode, input: NodeInput): SeedNode;
};

/** Starts a tree whose root is the organisation. Each node is created one second after the one before it. */
export function createTree(
  root: NodeInput,
  { random, labels, from }: { random: Random; labels: Labels; from: number },
): Tree {
  const nodes: SeedNode[] = [];
  const node = (input: NodeInput, parent?: SeedNode): SeedNode => {
    const timestamp = from + nodes.length * 1000;
    const id = random.id(timestamp);
    const date = new Date(timestamp).toISOString();
    const made: SeedNode = {
      id,
      org_id: parent?.org_id ?? id,
      parent_id: parent?.id ?? null,
      tpath: `${parent?.tpath ?? ''}${labels.next()}.`,
      node_type: input.type,
      name: input.name,
      name_norm: normalised(input.name),
      code: input.code,
      code_norm: normalised(input.code),
      search_text: searchText(input.name, input.code),
      status: input.status ?? true,
      region: [...(input.region ?? [])],
      street: input.address?.street ?? null,
      city: input.address?.city ?? null,
      state: input.address?.state ?? null,
      post_code: input.address?.postCode ?? null,
      country: input.country ?? parent?.country ?? null,
      time_zone: input.timeZone ?? parent?.time_zone ?? null,
      latitude: input.coordinates?.[0] ?? null,
      longitude: input.coordinates?.[1] ?? null,
      created_date: date,
      updated_date: date,
    };
    nodes.push(made);
    return made;
  };
  return { root: node(root), nodes, add: (parent, input) => node(input, parent) };
}

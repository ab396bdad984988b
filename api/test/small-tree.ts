import { newId } from '../src/platform/ids.ts';
import { aNode, anOrganisation, aUser, type Caller, type Place, signedIn } from './builders.ts';
import { filledInOfAPlace } from './doors.ts';
import type { House } from './server.ts';

let words = 0;

/** An organisation with two companies, of which the first has a region, a group and a store; and its administrator. */
export async function aSmallTree(house: House) {
  const word = `oak${(words += 1)}`;
  const org = await anOrganisation(house, { word, name: 'Oak' });
  const north = await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'North' });
  const south = await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'South' });
  const region = await aNode(house, { parent: north, nodeType: 'TRADING_REGION', name: 'Yorkshire' });
  const group = await aNode(house, { parent: region, nodeType: 'STORE_GROUP', name: 'Leeds' });
  const store = await aNode(house, { parent: group, nodeType: 'STORE', name: 'Briggate', code: 'BRIG' });
  const admin = await signedIn(house, await aUser(house, { at: org }));
  return { word, org, north, south, region, group, store, admin };
}

const url = '/node-management/node';

/** The address of a place. */
export const ofNode = ({ id }: Pick<Place, 'id'>) => `${url}/${id}`;

/** What is filled in about a place, under a code of its own. */
export const filledInAnew = (more: Record<string, unknown> = {}) => ({
  ...filledInOfAPlace,
  code: newId().slice(-12),
  ...more,
});

/** Asks for a new place. */
export const addNode = (
  caller: Caller,
  parent: Pick<Place, 'id'>,
  nodeType: string,
  more: Record<string, unknown> = {},
) => caller.post(url, { ...filledInAnew(more), nodeType, parentId: parent.id });

/** What was written down about a record, in the order in which it happened. */
export const marksOf = (house: House, id: string) =>
  house.rows<{ action: string; before: unknown; after: unknown }>(
    'select action, before, after from audit where entity_id = $1 order by at, id',
    [id],
  );

/** Status and name of an answer. */
export const codeOf = ({ status, body }: { status: number; body: { messageCode?: string } }) => [
  status,
  body.messageCode,
];

/** The names of some places. */
export const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

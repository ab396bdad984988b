import type { NodeType } from '@storeward/contract/access';
import { aNode, anOrganisation, aUser, type Person, type Place } from './builders.ts';
import type { House } from './server.ts';

/** An organisation grown out in full, with one person at every place. */
export type Grown = { readonly root: Place; readonly places: readonly Place[]; readonly people: readonly Person[] };

const shape: readonly (readonly [NodeType, number])[] = [
  ['COMPANY', 2],
  ['TRADING_REGION', 2],
  ['STORE_GROUP', 2],
  ['SUB_STORE_GROUP', 1],
  ['STORE', 2],
];

/** Grows an organisation: two companies of two regions of two groups of one sub group of two stores; `mark` stands in every text of it. */
export async function aGrownOrganisation(house: House, { word, mark }: { word: string; mark: string }): Promise<Grown> {
  const texts = { street: `${mark} street`, city: `${mark} city`, state: mark, post_code: mark };
  const root = await anOrganisation(house, { name: `${mark} organisation`, word, code: `${mark}-root`, ...texts });
  const places = [root];
  let row = [root];
  for (const [nodeType, count] of shape) {
    const below: Place[] = [];
    for (const parent of row) {
      for (let index = 0; index < count; index += 1) {
        below.push(
          await aNode(house, {
            parent,
            nodeType,
            name: `${mark} ${nodeType} ${places.length + below.length}`,
            code: `${mark}-${places.length + below.length}`,
            ...texts,
          }),
        );
      }
    }
    places.push(...below);
    row = below;
  }
  const people: Person[] = [];
  for (const at of places)
    people.push(
      await aUser(house, {
        at,
        firstName: mark,
        lastName: `of ${at.name}`,
        email_id: `${mark}.${people.length}@mail.example`,
        phone_number: '+44 113 496 0127',
        short_name: mark,
      }),
    );
  return { root, places, people };
}

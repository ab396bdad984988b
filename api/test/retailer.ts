import { aNode, anOrganisation, aUser, type Place, signedIn } from './builders.ts';
import type { House } from './server.ts';

let words = 0;

/** An organisation with a company, a region and two stores, and somebody who may do everything at its top. */
export async function aRetailer(house: House) {
  const org = await anOrganisation(house, { word: `retailer${(words += 1)}`, name: `Retailer ${words}` });
  const company = await aNode(house, { parent: org, nodeType: 'COMPANY', name: 'North' });
  const region = await aNode(house, { parent: company, nodeType: 'TRADING_REGION', name: 'Yorkshire' });
  const store = await aNode(house, { parent: region, nodeType: 'STORE', name: 'Leeds', time_zone: 'Europe/London' });
  const other = await aNode(house, { parent: region, nodeType: 'STORE', name: 'York' });
  const admin = await signedIn(house, await aUser(house, { at: org }));
  return { org, company, region, store, other, admin };
}

export type Retailer = Awaited<ReturnType<typeof aRetailer>>;

/** The address of a section of a place’s settings. */
export const settingsOf = ({ id }: Pick<Place, 'id'>, section = 'nodeConfig', more = '') =>
  `/node-management/node/${id}/settings/${section}${more}`;

/** A place as answers name it. */
export const ref = ({ id, name, nodeType }: Place) => ({ id, name, nodeType });

/** What an answer says in short: status and code. */
export const codeOf = ({ status, body }: { status: number; body: { messageCode?: string } }) => [
  status,
  body.messageCode,
];

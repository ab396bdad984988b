import { aNode, anOrganisation, aUser, type Caller, type Person, signedIn } from './builders.ts';
import { filledInOfOneself } from './doors.ts';
import { mailsTo } from './mails.ts';
import type { House } from './server.ts';

/** Where somebody's own profile is read and saved. */
export const ofProfile = ({ id }: { id: string }) => `/user-management/users/${id}/profile`;

/** What somebody wants to be stored of themselves. */
export const wish = (me: Caller, more: Record<string, unknown> = {}) => ({ ...filledInOfOneself(me.person), ...more });

/** Saves what somebody wants of themselves. */
export const save = (me: Caller, more: Record<string, unknown> = {}) => me.put(ofProfile(me.person), wish(me, more));

/** A store of an organisation, those who work there with their own profiles, and what is stored of them and mailed to them. */
export async function someProfiles(house: House) {
  const org = await anOrganisation(house, { word: 'acorn', name: 'Acorn' });
  const store = await aNode(house, { parent: org, nodeType: 'STORE', name: 'Leeds' });
  return {
    org,
    store,
    someone: async (more: Record<string, unknown> = {}): Promise<Caller> =>
      signedIn(house, await aUser(house, { at: store, rights: ['view_profile'], ...more })),
    rowOf: async ({ id }: Person) => (await house.rows('select * from users where id = $1', [id]))[0]!,
    mailsOf: async (person: Person): Promise<Record<string, unknown>[]> =>
      (await mailsTo(house, person)).map(({ facts, ...mail }) => ({ ...mail, ...facts })),
  };
}

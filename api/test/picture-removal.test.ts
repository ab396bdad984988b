import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganisation, aUser, type Caller, type Place, signedIn } from './builders.ts';
import { aPoint } from './uploads.ts';
import { aServer } from './server.ts';

const house = await aServer();
let org: Place;
let me: Caller;

beforeAll(async () => {
  org = await anOrganisation(house);
  me = await signedIn(house, await aUser(house, { at: org, rights: [] }));
});

const url = (who = me) => `/user-management/users/${who.person.id}/profile-picture`;
const pictureOf = async (who: Caller) =>
  (await who.get(`/user-management/users/${who.person.id}`)).body.result.profilePicture as string;
const found = async (address: string) =>
  (await house.server.inject({ url: address, headers: { host: org.host } })).statusCode;

describe('a picture', () => {
  test('can be taken away, is kept no longer then, and that is written down', async () => {
    await me.post(url(), aPoint, { 'content-type': 'image/bmp' });
    const address = await pictureOf(me);
    const answer = await me.delete(url());
    expect([answer.status, answer.body.result]).toEqual([200, { removed: true }]);
    expect(await pictureOf(me)).toBeNull();
    expect(await found(address)).toBe(404);
    const marks = () => house.rows(`select before, after from audit where action = 'user.pictureRemoved'`);
    expect(await marks()).toEqual([{ before: { profilePicture: address }, after: { profilePicture: null } }]);
    expect((await me.delete(url())).body.result).toEqual({ removed: false });
    expect(await marks()).toHaveLength(1);
  });

  test('of somebody else cannot be taken away', async () => {
    const colleague = await signedIn(house, await aUser(house, { at: org }));
    await colleague.post(url(colleague), aPoint, { 'content-type': 'image/bmp' });
    const { status, body } = await me.delete(url(colleague));
    expect([status, body.messageCode]).toEqual([404, 'user.unknown']);
    const address = await pictureOf(colleague);
    expect(await found(address)).toBe(200);
  });
});

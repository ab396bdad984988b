import { beforeAll, expect, test } from 'vitest';
import { anOrganisation, aRole, aUser, type Caller, everyRight, type Place, signedIn } from './builders.ts';
import { aServer } from './server.ts';
import { filledInOfAUser } from './user-doors.ts';

const house = await aServer();
const users = '/user-management/users';
let org: Place;
let admin: Caller;
let tillRole: string;

beforeAll(async () => {
  org = await anOrganisation(house);
  admin = await signedIn(house, await aUser(house, { at: org }));
  tillRole = await aRole(house, { of: org, rights: ['om_dashboard'] });
});

const made = async (more: object, caller = admin) => {
  const { status, body, text } = await caller.post(users, filledInOfAUser({ at: org, roleId: tillRole }, more));
  if (status !== 200) throw new Error(text);
  return body.result;
};

test('by which ways people want to hear of offers is told to those who may know, and left alone from all others', async () => {
  const wishes = { communicationEmail: true, communicationPush: false, communicationSms: true };
  const user = await made(wishes);
  const rights = everyRight.filter((right) => right !== 'allow_access_marketing_opt_in_preference');
  const clerk = await signedIn(house, await aUser(house, { at: org, rights }));
  const ofUser = `${users}/${user.id}`;
  const hidden = { communicationEmail: null, communicationPush: null, communicationSms: null };
  const seen = (await clerk.get(ofUser)).body.result;
  expect(seen).toMatchObject(hidden);
  // as it was told, as a form without the boxes sends it, and as somebody would who tries
  for (const more of [{}, { communicationEmail: false, communicationSms: false }, { communicationPush: true }]) {
    const answer = await clerk.put(ofUser, { ...seen, ...more, firstName: 'Renamed', version: undefined });
    expect([answer.status, answer.body.result.communicationEmail]).toEqual([200, null]);
    expect((await admin.get(ofUser)).body.result).toMatchObject({ ...wishes, firstName: 'Renamed' });
  }
  const other = await made(wishes, clerk);
  expect((await admin.get(`${users}/${other.id}`)).body.result).toMatchObject({
    communicationEmail: false,
    communicationSms: false,
  });
  // whoever may know changes them, and everybody tells their own
  const changed = (await admin.put(ofUser, { ...seen, communicationEmail: false, version: undefined })).body.result;
  expect(changed).toMatchObject({ ...wishes, communicationEmail: false });
  expect((await clerk.get(`${users}/${clerk.person.id}`)).body.result.communicationEmail).toBe(false);
});
